import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { partsOf } from './embedded-parts'
import { licenceFault, packageFolder, readNotices, writeNotices } from './notices'

const modules = join(import.meta.dirname, '../node_modules')
const moduleOf = (name: string) => join(modules, name, 'index.js')

describe('notices', () => {
  test('a module belongs to the innermost package that holds it', () => {
    expect(packageFolder('/p/node_modules/ajv/node_modules/fast-uri/lib/a.js')).toBe(
      '/p/node_modules/ajv/node_modules/fast-uri',
    )
    expect(packageFolder('C:\\p\\node_modules\\@fastify\\send\\index.js')).toBe('C:/p/node_modules/@fastify/send')
    expect(packageFolder('/p/packages/web/src/app/main.ts')).toBeUndefined()
  })

  test('every package brings its text, whatever it calls the file, or has none', async () => {
    const found = await readNotices(
      ['big.js', 'echarts', 'jsbarcode', 'pg-types', 'is-mobile', 'abstract-logging', '@ant-design/icons-svg']
        .concat('@ant-design/icons')
        .map(moduleOf),
      [],
    )
    const texts = new Map(found.map(({ name, text }) => [name, text]))
    expect(texts.get('big.js')).toContain('Michael Mclaughlin')
    expect(texts.get('echarts')).toMatch(/Apache License[\s\S]*The Apache Software Foundation[\s\S]*Mike Bostock/)
    expect(texts.get('jsbarcode')).toContain('Johan Lindell')
    expect(texts.get('pg-types')).toContain('Copyright (c) 2014 Brian M. Carlson')
    expect(texts.get('is-mobile')).toContain('Julian Gruber julian@juliangruber.com')
    expect(texts.get('abstract-logging')).toMatch(/^Copyright \(c\) James Sumners\n\nPermission is hereby granted/)
    expect(texts.get('@ant-design/icons-svg')).toBe(texts.get('@ant-design/icons'))
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['esbuild', 'rolldown', 'vite']))
    expect(texts.get('vite')).not.toContain('bundled dependencies')
  })

  test('a text stands once, below the names of all that it holds for', () => {
    const works = ['one', 'two'].map((name) => ({ name, version: '1.0.0', licence: 'MIT', text: `Text\nof ${name}` }))
    const written = writeNotices([...works, { name: 'three', version: '2', licence: 'MIT', text: 'Text of\none' }])
    expect(written.match(/Text\s+of\s+one/g)).toHaveLength(1)
    expect(written).toMatch(/=\none 1\.0\.0 \(MIT\)\nthree 2 \(MIT\)\n=/)
    expect(written).toMatch(/^two 1\.0\.0 \(MIT\)$/m)
  })

  test.each([
    ['GPL-3.0-only', 'thing 1.0.0 的许可证 GPL-3.0-only 未经允许 (not in the list of tools/notices.ts)'],
    ['(MIT OR GPL-2.0)', 'thing 1.0.0 的许可证 (MIT OR GPL-2.0) 未经允许 (not in the list of tools/notices.ts)'],
    ['', 'thing 1.0.0 没有写明许可证 (names no licence)'],
    ['MIT', undefined],
  ])('the licence %j', (licence, fault) => {
    expect(licenceFault({ name: 'thing', version: '1.0.0', licence })).toBe(fault)
  })

  test('a package with a licence that is not allowed stops the build by its name', async () => {
    await expect(readNotices([moduleOf('lightningcss')], [])).rejects.toThrow(
      /^lightningcss \S+ 的许可证 MPL-2\.0 未经允许/m,
    )
  })
})

describe('the embedded PostgreSQL', () => {
  test('names the libraries that its folders hold', () => {
    const linux = ['postgres', 'initdb', 'pg_ctl', 'libcrypto.so.1.1', 'libicudata.so.60.2', 'libpq.so.5', 'plpgsql.so']
    expect(partsOf(linux).map(({ name }) => name)).toEqual(['OpenSSL', 'ICU', 'PostgreSQL'])
    const windows = [
      'postgres.exe',
      'libiconv-2.dll',
      'wxbase3210u_vc_x64_custom.dll',
      'plugin_debugger.dll',
      '_int.dll',
    ]
    expect(partsOf(windows).map(({ licence }) => licence)).toContain('LGPL-2.1-or-later')
  })

  test('refuses a library that nobody has looked at', () => {
    expect(() => partsOf(['postgres', 'libgnutls.so.30', 'libnew.so'])).toThrow('libgnutls.so.30 libnew.so')
  })
})

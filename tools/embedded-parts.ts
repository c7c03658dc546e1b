/** What the packages of the embedded PostgreSQL hold beside their own few lines: PostgreSQL and the libraries it is linked with. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Notice } from './notices'

/** One work: its licence, the file of tools/licences with its text, and the files of `native/bin` and `native/lib` it fills. */
interface Part {
  name: string
  version: string
  licence: string
  text: string
  files: RegExp
}

/** Versions are those that the files themselves name. The first that fits counts. */
const parts: Part[] = [
  { name: 'OpenSSL', version: '1.1', licence: 'OpenSSL', text: 'openssl-1.1', files: /^lib(crypto|ssl)\.so\.1\.1$/ },
  {
    name: 'OpenSSL',
    version: '3',
    licence: 'Apache-2.0',
    text: 'apache-2.0',
    files: /^lib(crypto|ssl)([-.]3.*|\.lib)$/,
  },
  { name: 'ICU', version: '60', licence: 'Unicode-DFS-2016', text: 'icu-60', files: /^libicu\w+\.so(\.60.*)?$/ },
  {
    name: 'ICU',
    version: '77',
    licence: 'Unicode-3.0',
    text: 'icu',
    files: /^(libicu\w+\.77.*|icu\w+77\.dll|testplug\.dll)$/,
  },
  { name: 'libxml2', version: '', licence: 'MIT', text: 'libxml2', files: /^libxml2\./ },
  { name: 'libxslt', version: '', licence: 'MIT', text: 'libxslt', files: /^libxslt\./ },
  { name: 'zlib', version: '1', licence: 'Zlib', text: 'zlib', files: /^(libz\.|zlib1\.dll)/ },
  { name: 'XZ Utils (liblzma)', version: '5', licence: 'public domain', text: 'xz', files: /^liblzma\./ },
  { name: 'OSSP uuid', version: '', licence: 'OSSP', text: 'ossp-uuid', files: /^libossp-uuid\./ },
  { name: 'libuuid', version: '1', licence: 'BSD-3-Clause', text: 'libuuid', files: /^libuuid\./ },
  { name: 'libedit', version: '0', licence: 'BSD-3-Clause', text: 'libedit', files: /^libedit\./ },
  {
    name: 'MIT Kerberos',
    version: '5',
    licence: 'MIT and others',
    text: 'krb5',
    files: /^lib(com_err|gssapi_krb5|k5crypto|krb5|krb5support)\./,
  },
  { name: 'LZ4', version: '1', licence: 'BSD-2-Clause', text: 'lz4', files: /^liblz4\./ },
  { name: 'Zstandard', version: '1', licence: 'BSD-3-Clause', text: 'zstd', files: /^libzstd\./ },
  { name: 'curl', version: '', licence: 'curl', text: 'curl', files: /^libcurl\./ },
  { name: 'GNU libiconv', version: '2', licence: 'LGPL-2.1-or-later', text: 'lgpl-2.1', files: /^libiconv[-.]/ },
  { name: 'GNU gettext (libintl)', version: '', licence: 'LGPL-2.1-or-later', text: 'lgpl-2.1', files: /^libintl[-.]/ },
  { name: 'winpthreads', version: '', licence: 'MIT and BSD-3-Clause', text: 'winpthreads', files: /^libwinpthread/ },
  {
    name: 'wxWidgets',
    version: '3.2',
    licence: 'LGPL-2.0-or-later WITH WxWindows-exception-3.1',
    text: 'wxwidgets',
    files: /^wx\w+\.dll$/,
  },
  { name: 'PL/pgSQL debugger', version: '', licence: 'Artistic', text: 'artistic', files: /^plugin_debugger\./ },
  {
    name: 'PostgreSQL',
    version: '18',
    licence: 'PostgreSQL',
    text: 'postgresql',
    files:
      /^(postgres|initdb|pg_ctl|pg_\w+|lib(pq|ecpg|pgtypes|pgcommon|pgport|pgfeutils)[\w.-]*|pkgconfig|pgxs|(?!lib)[\w-]+\.(so|dylib|dll))(\.exe)?$/,
  },
]

/** The works inside a package of the embedded PostgreSQL. Throws when one of its files belongs to none that is known. */
export async function embeddedParts(packageName: string): Promise<Notice[]> {
  const native = join(import.meta.dirname, '../node_modules', packageName, 'native')
  const lists = await Promise.all(['bin', 'lib', 'lib/postgresql'].map((folder) => namesIn(join(native, folder))))
  return Promise.all(
    partsOf(lists.flat()).map(async ({ name, version, licence, text }) => ({
      name: `${name} (in the embedded PostgreSQL)`,
      version,
      licence,
      text: (await readFile(join(import.meta.dirname, `licences/${text}.txt`), 'utf8')).trim(),
    })),
  )
}

/** The works that these files belong to. */
export function partsOf(files: readonly string[]): Part[] {
  const owners = files.map((file) => [file, parts.find((part) => part.files.test(file))] as const)
  const unknown = owners.flatMap(([file, part]) => (part ? [] : [file]))
  if (unknown.length > 0)
    throw new Error(`tools/embedded-parts.ts 不认识内置数据库的文件 (unknown): ${unknown.join(' ')}`)
  return parts.filter((part) => owners.some(([, owner]) => owner === part))
}

/** A package of Windows has its extensions right in `lib`. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.map(({ name }) => name).filter((name) => name !== 'postgresql')
}

import { describe, expect, it } from 'vitest'
import { orgConfig } from '../kernel/org-config'
import { orgSettingGroups } from './org-settings'

describe('参数设置', () => {
  it('explains every setting once', () => {
    const explained = orgSettingGroups.flatMap((group) => group.settings.map((setting) => setting.key))
    expect(explained.toSorted()).toEqual(Object.keys(orgConfig.shape).toSorted())
  })
})

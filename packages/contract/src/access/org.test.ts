import { expect, test } from 'vitest'
import { shopRoutes } from './org'

const shop = { name: '东门店', code: '02', orgType: 'repair', startMonth: 202601, parentId: 1 }
const refusals = (account: { username: string; realName: string }) =>
  shopRoutes.save.body.safeParse({ ...shop, account }).error?.issues.map(({ message }) => message) ?? []

test('the administrator of a new shop is named as every other person is', () => {
  expect(refusals({ username: 'boss02', realName: '王店长' })).toEqual([])
  expect(refusals({ username: 'boss02', realName: '王 五!' })).toEqual(['姓名应为2-20位汉字、字母、数字或下划线'])
  expect(refusals({ username: 'boss 02', realName: '王店长' })).toContain('用户名或密码不能包含空格！')
})

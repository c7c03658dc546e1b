import { z } from 'zod'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

/** What a user reads at a field that is needed and has nothing in it; the server adds what it is called. */
export const missingMessage = '请填写'

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** What a user reads at a field whose schema has no words of its own. */
function messageOf(issue: Issue): string {
  if (isEmpty(issue.input)) return missingMessage
  switch (issue.code) {
    case 'too_big':
      if (issue.origin === 'array') return `最多${issue.maximum}行`
      return issue.origin === 'string' ? `最多${issue.maximum}个字符` : `不能大于${issue.maximum}`
    case 'too_small':
      if (issue.origin === 'array') return `至少${issue.minimum}行`
      if (issue.origin === 'string') return `至少${issue.minimum}个字符`
      return `${issue.inclusive ? '不能小于' : '必须大于'}${issue.minimum}`
    case 'invalid_value':
      return '请从列表中选择'
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? '请输入整数' : '格式不正确'
    case 'unrecognized_keys':
      return `不认识的参数“${issue.keys[0]?.slice(0, 40)}”`
    default:
      return '格式不正确'
  }
}

// Both sides show the same words: the form before it sends, the server when it refuses (business/frame 10.1).
z.config({ customError: messageOf })

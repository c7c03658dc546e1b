import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '../../../test/page'
import { scans } from '../../../test/scanner'
import { useScanRefusal } from './use-scans'

function Fields({ refuse }: { refuse: (code: string) => void }) {
  useScanRefusal(refuse)
  return (
    <>
      <input aria-label="金额" inputMode="decimal" />
      <input aria-label="支付密码" type="password" inputMode="numeric" />
    </>
  )
}

it('a code in a figure is refused, a secret stays in its field and is repeated nowhere', async () => {
  const refuse = vi.fn<(code: string) => void>()
  await draw(<Fields refuse={refuse} />)
  const figure = page.getByLabelText('金额')
  await figure.click()
  scans('6901234567892')
  expect(refuse.mock.calls.map(([code]) => code)).toEqual(['6901234567892'])
  await expect.element(figure).toHaveValue('')
  const secret = page.getByLabelText('支付密码')
  await secret.click()
  scans('6901234567892')
  expect(refuse).toHaveBeenCalledTimes(1)
  await expect.element(secret).toHaveValue('6901234567892')
})

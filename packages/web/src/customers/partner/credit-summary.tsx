import { creditPolicyLabels, partnerRoutes, type PartnerView } from '@chepu/contract/customers/partner'
import { Button } from 'antd'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useRefreshCalls } from '../../kit/base/use-call'
import { useDialog } from '../../kit/ui/use-dialog'
import { CreditDialog } from './dialogs'

/** Credit terms of a partner; they are changed apart from the form, by who may raise a limit. */
export function CreditSummary(props: { partner: PartnerView; mayChange: boolean }) {
  const { partner } = props
  const { sees } = useSession()
  const refreshCalls = useRefreshCalls()
  const [change, dialog] = useDialog(CreditDialog)
  const { creditLimit } = partner
  const limit = creditLimit == null ? '不限' : moneyText(creditLimit)
  return (
    <>
      <p>
        {sees('credit_limit') && `信用额度：${limit}　`}账期：{partner.creditDays}天　超额处理：
        {creditPolicyLabels[partner.creditPolicy as keyof typeof creditPolicyLabels]}
      </p>
      {props.mayChange && (
        <Button
          size="small"
          onClick={() =>
            void change(partner).then((done) => done && refreshCalls(partnerRoutes.read, partnerRoutes.list))
          }
        >
          改信用额度
        </Button>
      )}
      {dialog}
    </>
  )
}

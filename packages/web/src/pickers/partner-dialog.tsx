import { type PartnerRole, roleBits } from '@chepu/contract/kernel/partner-roles'
import { type LookupPartner, searchPartners } from '@chepu/contract/basics/lookups'
import { useState } from 'react'
import { moneyText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'
import type { DialogProps } from '../kit/ui/use-dialog'
import { ChoiceDialog, ChoiceSearch } from './choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from './choice-table'
import { useRested } from './use-rested'

const none: LookupPartner[] = []

const columns: ChoiceColumn<LookupPartner>[] = [
  { title: '编码', show: (partner) => partner.code },
  { title: '名称', show: (partner) => partner.name },
  { title: '联系人', show: (partner) => partner.contactName },
  { title: '手机', show: (partner) => partner.mobile },
  { title: '应收余额', right: true, show: (partner) => moneyText(partner.receivable) },
  { title: '应付余额', right: true, show: (partner) => moneyText(partner.payable) },
  { title: '地址', show: (partner) => partner.address },
]

interface PartnerQuestion {
  text: string
  roles: PartnerRole | readonly PartnerRole[]
  title: string
}

/** 选择往来单位: search by name, pinyin initials, code or mobile tail; balances by permission. */
export function PartnerDialog({ input, onDone }: DialogProps<PartnerQuestion, LookupPartner>) {
  const [text, setText] = useState(input.text)
  const asked = useRested(text)
  const query = { q: asked, cus_flag: roleBits(input.roles), rows: 50 }
  const found = useCall(searchPartners, { query }, { keeps: true })
  const rows = found.data?.rows ?? none
  const choices = useChoices({
    rows,
    keyOf: (partner) => partner.id,
    settled: asked === text && !found.isFetching,
    onTake: ([partner]) => onDone(partner),
  })
  return (
    <ChoiceDialog title={input.title} width={860} choices={choices} onClose={() => onDone()}>
      <ChoiceSearch
        choices={choices}
        value={text}
        onSearch={setText}
        aria-label="查找往来单位"
        placeholder="名称 / 拼音首字母 / 编码 / 手机尾号(至少4位)"
      />
      <ChoiceTable
        choices={choices}
        columns={columns}
        label={input.title}
        height="min(52vh, 460px)"
        empty={found.isFetching ? '正在查找…' : (found.error?.message ?? '没有找到往来单位')}
      />
    </ChoiceDialog>
  )
}

import { searchPartners } from '@chepu/contract/basics/lookups'
import { Dropdown } from 'antd'
import { useCall } from '../kit/base/use-call'
import { useEditor, useHeader } from '../kit/document/document-context'
import { type FieldProps, plainFields } from '../kit/document/document-header'

/** 收货地址: those of the document's partner are offered, his default one is there from the start; any other may be typed. */
export function AddressField(props: FieldProps) {
  const { store, readOnly } = useEditor()
  const { partnerId } = useHeader()
  const asks = !readOnly && typeof partnerId === 'number'
  const query = { ids: String(partnerId), rows: 1 }
  const found = useCall(searchPartners, { query }, { enabled: asks, stale: 60_000 })
  const addresses = (asks && found.data?.rows[0]?.addresses) || []
  const items = addresses.map(({ text, isDefault }, i) => ({
    key: String(i),
    label: isDefault ? `${text}（默认）` : text,
    onClick: () => store.setHeader({ [props.name]: text }),
  }))
  const offer = items.length > 0 && (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="kit-link" tabIndex={-1} aria-label="选择收货地址">
        选择
      </button>
    </Dropdown>
  )
  return <plainFields.TextField {...props} {...(offer ? { beside: offer } : {})} />
}

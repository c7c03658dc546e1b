import { Button } from 'antd'
import { useCallback } from 'react'
import { useHeader } from '../../kit/document/document-context'
import { TenderGrid } from '../../pickers/tenders'
import { useSlip } from './slip-context'

/** 收付方式 of a collection or payment: what is settled may be put on the first of them. */
export function Tenders(props: { direction: 'in' | 'out' }) {
  const slip = useSlip()
  const { purpose } = useHeader()
  const setPreset = useCallback((id: number) => slip.setPreset(id), [slip])
  return (
    <TenderGrid
      store={slip.tenders}
      isIn={(props.direction === 'in') !== (purpose === 'refund')}
      onPreset={setPreset}
      toolbar={
        <Button size="small" onClick={() => slip.payWhatIsSettled()}>
          按核销额填入
        </Button>
      }
    />
  )
}

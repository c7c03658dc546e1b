import type { LogRow } from '@chepu/contract/kernel/document-calls'
import { KeptPicture } from '../ui/kept-picture'
import { signatureAt } from './agreement'

/** The signature that an entry of the log stands on; nothing where there is none. */
export function AgreementPicture({ row }: { row: Pick<LogRow, 'signatureId' | 'signedBy'> }) {
  const at = signatureAt(row)
  return (
    at && (
      <div className="kit-signature">
        <KeptPicture {...at} name="客户签名" />
      </div>
    )
  )
}

import { type ConsentGiven, deskMethods } from '@chepu/contract/repair/consent'
import { DatePicker, Input, Radio } from 'antd'
import { useState } from 'react'
import { attach } from '../../kit/base/attach'
import dayjs from '../../kit/base/dayjs'
import { SignaturePad } from '../../kit/form/signature-pad'
import './work-order.css'

interface Asked {
  /** Who probably agrees, and his number; one that is masked is left to the server. */
  by: string
  phone: string
  /** The saved document to which the signature is attached. */
  owner: { kind: string; ownerId: number }
}

type Method = ConsentGiven['method']

/** How a customer agrees at the desk, for the dialogs that ask it: the fields, whether they are whole, and what they say (business/repair 4.2). */
export function useGiven({ by: known, phone: knownPhone, owner }: Asked) {
  const [method, setMethod] = useState<Method>('phone')
  const [by, setBy] = useState(known)
  const [phone, setPhone] = useState(knownPhone)
  const [calledAt, setCalledAt] = useState<string | null>(null)
  const [picture, setPicture] = useState<Blob | null>(null)
  const isSigned = method === 'signature'
  /** Keeps the signature first; throws as the upload does, after the user was told. */
  const take = async (): Promise<ConsentGiven> => ({
    method,
    by: by.trim(),
    phone: isSigned || phone.includes('*') ? '' : phone.trim(),
    calledAt: isSigned ? null : calledAt,
    signatureId: isSigned && picture ? await attach(owner, picture, `客户签名-${by.trim()}.png`) : null,
  })
  return {
    isWhole: by.trim() !== '' && (!isSigned || picture !== null),
    take,
    fields: (onEnter?: () => void) => (
      <div className="wo-given">
        <Radio.Group
          aria-label="确认方式"
          value={method}
          options={Object.entries(deskMethods).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setMethod(event.target.value as Method)}
        />
        <label>
          确认人
          <Input
            autoFocus
            aria-label="确认人"
            maxLength={20}
            value={by}
            onChange={(event) => setBy(event.target.value)}
            onPressEnter={onEnter}
          />
        </label>
        {isSigned ? (
          <SignaturePad label="客户签名" onChange={setPicture} />
        ) : (
          <>
            <label>
              拨打电话
              <Input
                aria-label="拨打电话"
                inputMode="tel"
                value={phone}
                onChange={(event) => setPhone(event.target.value)}
                onPressEnter={onEnter}
              />
            </label>
            <label>
              通话时间
              <DatePicker
                aria-label="通话时间"
                value={calledAt === null ? null : dayjs(calledAt)}
                placeholder="现在"
                showTime={{ format: 'HH:mm' }}
                format="YYYY-MM-DD HH:mm"
                needConfirm={false}
                onChange={(value) => setCalledAt(value ? value.toISOString() : null)}
              />
            </label>
          </>
        )}
      </div>
    ),
  }
}

import { licenceImage } from '@chepu/contract/access/registration'
import { fileTooLarge, sizeLimit } from '@chepu/contract/kernel/file-limit'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { dataUrlOf } from '../../../kit/base/data-url'
import type { FieldControl } from '../../../kit/form/master-form'

/** A picture of the licence: JPG or PNG of 5 MB at most; the value is its base64. The server looks at the content. */
export function LicenceField({ id, value, onChange }: FieldControl) {
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState('')
  const [fault, setFault] = useState('')
  const take = async (file: File | undefined) => {
    setShown('')
    onChange('')
    const wrong = file && faultOf(file)
    setFault(wrong ?? '')
    if (!file || wrong) return
    const url = await dataUrlOf(file, '营业执照图片无法读取')
    setShown(url)
    onChange(url.slice(url.indexOf(',') + 1))
  }
  return (
    <div className="register-licence">
      <Button onClick={() => input.current?.click()}>{shown ? '重新选择' : '选择图片'}</Button>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        accept="image/jpeg,image/png"
        aria-describedby={`${id}-help`}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <p className="mf-help" id={`${id}-help`}>
        JPG 或 PNG 图片，不超过{sizeLimit(licenceImage.maxBytes)}
      </p>
      {fault && (
        <p className="mf-error" role="alert">
          {fault}
        </p>
      )}
      {shown && value !== '' && <img src={shown} alt="营业执照预览" />}
    </div>
  )
}

function faultOf(file: File): string | undefined {
  if (file.size > licenceImage.maxBytes) return fileTooLarge(licenceImage)
  return /^image\/(jpeg|png)$/.test(file.type) ? undefined : '营业执照应为 JPG 或 PNG 图片'
}

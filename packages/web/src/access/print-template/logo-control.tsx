import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import { printLogo } from '@chepu/contract/kernel/print-template'
import { Button } from 'antd'
import { useRef } from 'react'
import { dataUrlOf } from '../../kit/base/data-url'
import type { FieldControl } from '../../kit/form/master-form'
import { toast } from '../../kit/base/toast'

/** The picture in the head of the paper, at most 100 KB. */
export function LogoControl({ control }: { control: FieldControl }) {
  const input = useRef<HTMLInputElement>(null)
  const logo = control.value as string | null
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (file.size > printLogo.maxBytes) return toast.error(fileTooLarge(printLogo))
    control.onChange(await dataUrlOf(file, '图标读取失败'))
  }
  return (
    <div className="pt-logo">
      {logo && <img src={logo} alt="图标" />}
      <input
        ref={input}
        id={control.id}
        type="file"
        hidden
        aria-label="选择图标"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button size="small" disabled={control.disabled} onClick={() => input.current?.click()}>
        {logo ? '更换图标' : '上传图标'}
      </Button>
      {logo && (
        <Button size="small" disabled={control.disabled} onClick={() => control.onChange(null)}>
          删除图标
        </Button>
      )}
    </div>
  )
}

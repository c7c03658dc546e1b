import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { type Signing, signOn } from '../link/signing'
import './signature-pad.css'

/**
 * A field to sign in by finger, pen or mouse, at the counter or beside the car. `onChange` gets the picture as a PNG after each stroke, and
 * null once it is blank. Who cannot sign confirms by telephone, which the page offers beside it.
 */
export function SignaturePad({
  label = '签名',
  onChange,
}: {
  label?: string
  onChange: (picture: Blob | null) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const signing = useRef<Signing>(undefined)
  const hear = useRef(onChange)
  useEffect(() => {
    hear.current = onChange
  })
  useEffect(() => {
    const pad = signOn(
      canvas.current as HTMLCanvasElement,
      () => void pad.png().then((picture) => hear.current(picture)),
    )
    signing.current = pad
    return () => pad.stop()
  }, [])
  return (
    <div className="signature-pad">
      <canvas ref={canvas} aria-label={label} />
      <Button size="small" aria-label={`清除${label}`} onClick={() => signing.current?.clear()}>
        清除
      </Button>
    </div>
  )
}

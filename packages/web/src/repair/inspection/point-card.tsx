import { trimZeros } from '@chepu/contract/kernel/decimal'
import { numberText } from '@chepu/contract/kernel/typed'
import { type InspectionPoint, type Level, levelOf, levels } from '@chepu/contract/repair/inspection'
import { measured } from '@chepu/contract/repair/inspection-template'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { CameraButton } from '../../kit/form/camera-button'
import { KeptPicture } from '../../kit/ui/kept-picture'
import type { PointChange } from './use-entry'

interface CardProps {
  point: InspectionPoint
  /** The document among whose files photos are. */
  owner: { kind: string; ownerId: number }
  disabled: boolean
  onChange: (edit: PointChange) => void
  /** Makes a line of the order of it; left out without the right. */
  onQuote?: () => void
}

/** One point: three large buttons, what was measured, a remark, photos, and the way into the order. */
export function PointCard({ point, owner, disabled, onChange, onQuote }: CardProps) {
  const isFault = point.level === 'yellow' || point.level === 'red'
  return (
    <div className="inspection-point">
      <div className="inspection-name">
        <span>{point.name}</span>
        {point.unit !== '' && <Measure point={point} disabled={disabled} onChange={onChange} />}
      </div>
      <div className="inspection-levels" role="radiogroup" aria-label={point.name}>
        {Object.entries(levels).map(([level, label]) => (
          <button
            key={level}
            type="button"
            role="radio"
            aria-checked={point.level === level}
            disabled={disabled}
            className={`is-${level}`}
            onClick={() => onChange((now) => ({ ...now, level: level as Level }))}
          >
            {label}
          </button>
        ))}
      </div>
      {isFault && (
        <div className="inspection-more">
          <Input
            aria-label={`${point.name} 备注`}
            placeholder="备注"
            maxLength={255}
            disabled={disabled}
            value={point.remark}
            onChange={({ target: { value } }) => onChange((now) => ({ ...now, remark: value }))}
          />
          {!disabled && (
            <CameraButton
              owner={owner}
              of={point.name}
              // What was marked while it was on its way stays.
              onTaken={(id) => onChange((now) => ({ ...now, photoIds: [...now.photoIds, id] }))}
            />
          )}
          {point.isQuoted ? (
            <span className="inspection-quoted">已入工单</span>
          ) : (
            onQuote && (
              <Button type="primary" ghost onClick={onQuote}>
                {point.serviceItemName ? `加「${point.serviceItemName}」` : '加入工单'}
              </Button>
            )
          )}
        </div>
      )}
      {point.photoIds.length > 0 && (
        <div className="inspection-photos">
          {point.photoIds.map((id) => (
            <KeptPicture key={id} route={resourceRoutes.file} id={id} name={`${point.name} 照片`} />
          ))}
        </div>
      )}
    </div>
  )
}

/** A measured value; it sets the level by the limits of its point. */
function Measure({ point, disabled, onChange }: Pick<CardProps, 'point' | 'disabled' | 'onChange'>) {
  const [typed, setTyped] = useState(point.value === null ? '' : trimZeros(point.value))
  const take = (text: string) => {
    setTyped(text)
    const value = numberText(text.trim())
    if (value === '') return onChange((now) => ({ ...now, value: null }))
    if (!measured.safeParse(value).success) return undefined
    return onChange((now) => ({ ...now, value, level: levelOf(value, now) ?? now.level }))
  }
  return (
    <Input
      aria-label={`${point.name} 测量值`}
      className="inspection-value"
      // The pads of some telephones have no minus.
      inputMode={point.unit === '℃' ? 'text' : 'decimal'}
      disabled={disabled}
      value={typed}
      suffix={point.unit}
      onChange={(event) => take(event.target.value)}
    />
  )
}

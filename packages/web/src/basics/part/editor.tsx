import { partButtons, partRoutes, type PartView } from '@chepu/contract/basics/part'
import { type EditorTab, MasterEditor } from '../../kit/form/master-editor'
import { useSession } from '../../kit/base/session'
import { useBrandOptions, useCategoryOptions, useEnumeration } from '../../pickers/part-options'
import { PartImages } from './images'
import { basicFields, bomTab, fitmentsTab, oeTab, substitutesTab } from './tabs'

/** 配件资料 of one part (business/basics 3): 基本, OE, 替换, 适用车型, 图片, BOM. */
export default function PartEditor() {
  const { has, defaultTaxRateId } = useSession()
  const brands = useBrandOptions()
  const categories = useCategoryOptions(true)
  const units = useEnumeration('unit')
  const taxRates = useEnumeration('taxRate')
  // A new part starts with the first unit and rate, so the lists must be there before the form.
  if (Object.keys(units).length === 0 || Object.keys(taxRates).length === 0) return <div className="me">正在加载…</div>
  const images = (row: PartView) => <PartImages part={row} mayUpdate={has(partButtons.update)} />
  const tabs: EditorTab<PartView>[] = [
    { key: 'basic', title: '基本', fields: basicFields({ brands, categories, units, taxRates }, defaultTaxRateId) },
    oeTab,
    substitutesTab,
    fitmentsTab,
    { key: 'images', title: '图片', fields: [], extra: images },
    bomTab,
  ]
  return (
    <MasterEditor<PartView>
      title="配件"
      tabs={tabs}
      read={partRoutes.read}
      save={partRoutes.save}
      refresh={[partRoutes.list, partRoutes.totals]}
      mayAdd={has(partButtons.add)}
      mayUpdate={() => has(partButtons.update)}
      labelOf={(row) => row.code}
    />
  )
}

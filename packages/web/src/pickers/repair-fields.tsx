import { type FieldProps, ListField } from '../kit/document/document-header'
import { useBays, useBusinessTypes, useTechnicians } from './repair-lists'

/** 维修工 who work here today, with team and trades beside the name. */
export function TechnicianField(props: FieldProps) {
  const options = useTechnicians().map((technician) => ({
    id: technician.id,
    label: technician.name,
    hint: [technician.teamName, technician.workerTypeNames].filter(Boolean).join('  '),
    value: technician,
  }))
  return <ListField {...props} options={options} />
}

/** 工位 of the organisation. */
export function BayField(props: FieldProps) {
  const options = useBays().map((bay) => ({
    id: bay.id,
    label: bay.name,
    ...(bay.kind === '' ? {} : { hint: bay.kind }),
    value: bay,
  }))
  return <ListField {...props} options={options} />
}

/** 业务类型 of the group. */
export function BusinessTypeField(props: FieldProps) {
  const options = useBusinessTypes().map((type) => ({ id: type.id, label: type.name, value: type }))
  return <ListField {...props} options={options} />
}

/** A region as the service sends it: areas and regions name the same two things differently (business/frame 9.5). */
interface RegionNode {
  area_id?: string | number
  reg_id?: string | number
  area_name?: string
  reg_name?: string
  children?: readonly RegionNode[] | null
}

/** A region as a cascading drop-down takes it. */
export interface RegionOption {
  value: string | number
  label: string
  children?: RegionOption[]
}

/**
 * Regions for a drop-down: area_id or reg_id becomes the value, area_name or reg_name the label, and empty children are
 * dropped, so that a district does not offer a further step (business/frame 9.5).
 */
export const regionOptions = (nodes: readonly RegionNode[]): RegionOption[] =>
  nodes.map(({ area_id, reg_id, area_name, reg_name, children }) => ({
    value: area_id ?? reg_id ?? '',
    label: area_name ?? reg_name ?? '',
    ...(children && children.length > 0 && { children: regionOptions(children) }),
  }))

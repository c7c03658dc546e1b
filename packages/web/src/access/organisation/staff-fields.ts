import { departmentRoutes } from '@chepu/contract/access/staff'
import { useMemo } from 'react'
import type { MasterField } from '../../kit/form/master-form'
import { flatten, treeOf } from '../../kit/form/tree-rows'
import { useCall } from '../../kit/base/use-call'
import { useEmployees, useOptions } from '../../pickers/lists'

export type { MasterField }

/** Choices of the forms about people: departments, positions, teams, colleagues. */
export function useFormOptions() {
  const { data } = useCall(departmentRoutes.list)
  const [positions, teams] = [useOptions('position'), useOptions('team')]
  const employees = useEmployees()
  return useMemo(() => {
    const tree = flatten(treeOf((data?.rows ?? []).filter((row) => row.isActive)))
    const departments = Object.fromEntries(tree.map(({ row }) => [`${row.id}`, row.name]))
    const people = Object.fromEntries(employees.map(({ id, name }) => [String(id), name]))
    const posts: MasterField[] = [
      { name: 'departmentId', title: '部门', kind: 'select', numeric: true, options: departments },
      { name: 'positionId', title: '职位', kind: 'select', numeric: true, options: positions },
      { name: 'teamId', title: '班组', kind: 'select', numeric: true, options: teams },
    ]
    return { posts, people, positions, teams }
  }, [data, positions, teams, employees])
}

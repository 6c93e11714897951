import type { ResourceName } from '../driver.ts'

/** Effect of a plan, from `terraform show -json`. */
export interface Plan {
  /** All resources after the apply, without data sources. */
  resources: ResourceName[]
  /** Addresses of resources that would be replaced or destroyed by an in-place update. */
  rebuilt: string[]
}

interface PlannedModule {
  resources?: { address: string; mode: string; type: string; name: string; index?: string | number }[]
  child_modules?: PlannedModule[]
}
interface ShownPlan {
  planned_values?: { root_module?: PlannedModule }
  resource_changes?: { address: string; mode: string; change: { actions: string[] } }[]
}

export function parsePlan(json: string): Plan {
  const { planned_values, resource_changes = [] } = JSON.parse(json) as ShownPlan
  return {
    resources: planned_values?.root_module ? resourcesOf(planned_values.root_module) : [],
    rebuilt: resource_changes
      .filter(
        ({ mode, change }) => mode === 'managed' && change.actions.some((one) => one === 'create' || one === 'delete'),
      )
      .map(({ address }) => address),
  }
}

const resourcesOf = ({ resources = [], child_modules = [] }: PlannedModule): ResourceName[] => [
  ...resources
    .filter(({ mode }) => mode === 'managed')
    .map(({ type, name, index }) => ({ type, name: index === undefined ? name : `${name}[${JSON.stringify(index)}]` })),
  ...child_modules.flatMap(resourcesOf),
]

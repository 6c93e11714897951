import type { Capability } from '@flagyard/api-types'
import { readsHolders, readsPersonalData } from '@flagyard/api-types/contract/capabilities'
import { useGetIdentity } from 'react-admin'

/** Capabilities of the signed-in administrator, for display only: the server checks them itself. */
export function useCapabilities(): Set<Capability> {
  const { identity } = useGetIdentity()
  return new Set((identity?.capabilities as Capability[] | undefined) ?? [])
}

/** True if the administrator can read personal data. */
export const useReadsPeople = (): boolean => useHasAnyOf(readsPersonalData)

/** True if the administrator can see which learner holds a cloud account. */
export const useReadsHolders = (): boolean => useHasAnyOf(readsHolders)

function useHasAnyOf(capabilities: readonly Capability[]): boolean {
  const granted = useCapabilities()
  return capabilities.some((capability) => granted.has(capability))
}

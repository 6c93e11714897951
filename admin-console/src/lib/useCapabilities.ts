import type { Capability } from '@flagyard/api-types'
import { readsHolders, readsPersonalData } from '@flagyard/api-types/contract/capabilities'
import { useGetIdentity } from 'react-admin'

/** What the signed-in administrator may do; the server decides anyway. */
export function useCapabilities(): Set<Capability> {
  const { identity } = useGetIdentity()
  return new Set((identity?.capabilities as Capability[] | undefined) ?? [])
}

/** Whether the signed-in administrator may read about people. */
export const useReadsPeople = (): boolean => useHoldsOneOf(readsPersonalData)

/** Whether the signed-in administrator may read which learner holds a cloud account. */
export const useReadsHolders = (): boolean => useHoldsOneOf(readsHolders)

function useHoldsOneOf(capabilities: readonly Capability[]): boolean {
  const held = useCapabilities()
  return capabilities.some((capability) => held.has(capability))
}

import type { Capability } from '@flagyard/api-types'
import { readsPersonalData } from '@flagyard/api-types/contract/capabilities'
import { useGetIdentity } from 'react-admin'

/** What the signed-in administrator may do; the server decides anyway. */
export function useCapabilities(): Set<Capability> {
  const { identity } = useGetIdentity()
  return new Set((identity?.capabilities as Capability[] | undefined) ?? [])
}

/** Whether the signed-in administrator may read about people. */
export function useReadsPeople(): boolean {
  const held = useCapabilities()
  return readsPersonalData.some((capability) => held.has(capability))
}

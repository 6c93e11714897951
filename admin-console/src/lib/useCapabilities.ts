import type { Capability } from '@flagyard/api-types'
import { useGetIdentity } from 'react-admin'

/** What the signed-in administrator may do; the server decides anyway. */
export function useCapabilities(): Set<Capability> {
  const { identity } = useGetIdentity()
  return new Set((identity?.capabilities as Capability[] | undefined) ?? [])
}

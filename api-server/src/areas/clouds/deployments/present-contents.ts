import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import { CURRENCY } from '../../catalogue/labs/service.ts'
import { findWithInventory, type InventoryRow } from './inventory-queries.ts'
import { deploymentNotFound } from './queries.ts'

/** Contents of an environment by its latest reading; null before the first. */
export const presentContents = (row: InventoryRow | null): Accepted<'contents'> | null =>
  row?.read_at
    ? {
        read_at: row.read_at,
        resources: row.resources,
        max_resources: row.max_resources,
        hourly_micros: row.hourly_micros,
        max_hourly_cost: row.max_hourly_cost,
        currency: CURRENCY,
        unpriced: row.types.reduce((sum, { count, hourly_micros }) => sum + (hourly_micros === null ? count : 0), 0),
        over_since: row.over_since,
      }
    : null

/** Contents by type, and the status of the readings. */
export async function readInventoryOf(db: Db, id: string): Promise<Accepted<'deploymentInventory'>> {
  const found = await findWithInventory(db, id)
  if (!found) throw deploymentNotFound()
  const { inventory, exam_id, state } = found
  return {
    contents: presentContents(inventory),
    types: inventory?.types ?? [],
    over: inventory?.over ?? [],
    over_readings: inventory?.over_readings ?? 0,
    asked_at: inventory?.asked_at ?? null,
    error: inventory?.error ?? null,
    ends_when_over: exam_id === null && state === 'running',
  }
}

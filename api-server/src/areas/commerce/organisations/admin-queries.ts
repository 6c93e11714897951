import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import { organisationInvitations, organisationManagers, organisations } from '../../../db/schema/index.ts'
import type { SearchSource } from '../../../extension-points/sources.ts'
import { accountIdOf } from '../../platform/auth/index.ts'
import { withTaxIdState } from './queries.ts'

export const organisationSource = {
  table: organisations,
  id: sql`${organisations.id}::text`,
  where: matching,
  keys: {
    name: [sql`${organisations.name}`, sql`${organisations.id}`],
    created_at: [sql`${organisations.created_at}`, sql`${organisations.id}`],
  },
  read: async (db, slice) => {
    const rows = await sliceOf(
      db
        .select({
          id: organisations.id,
          name: organisations.name,
          kind: organisations.kind,
          country: organisations.country,
          tax_id: organisations.tax_id,
          address: organisations.address,
          reference: organisations.reference,
          invoice_email: organisations.invoice_email,
          created_at: organisations.created_at,
          version: organisations.version,
          managers: sql<number>`(select count(*)::int from ${organisationManagers} m where m.organisation_id = ${organisations.id})`,
          invitations: sql<number>`(select count(*)::int from ${organisationInvitations} i
          where i.organisation_id = ${organisations.id} and i.ended_at is null)`,
          ...slice.cursor,
        })
        .from(organisations),
      slice,
    )
    return rows.map(withTaxIdState)
  },
} satisfies ListSourceOf<'listOrganisations'>

/** Must match the expression of the index `organisations_search` exactly. */
const searched = sql`${organisations.name} || ' ' || coalesce(${organisations.tax_id}, '') || ' ' || coalesce(${organisations.invoice_email}, '')`

function matching({ id, q, country, kind, manager, unmanaged }: Output<'organisationFilter'>): SQL | undefined {
  return and(
    id && isAmongUuids(organisations.id, id),
    contains(searched, q),
    country === undefined ? undefined : eq(organisations.country, country),
    kind && eq(organisations.kind, kind),
    manager === undefined
      ? undefined
      : sql`${organisations.id} in (select m.organisation_id from ${organisationManagers} m
          where m.user_id = ${accountIdOf(manager)})`,
    unmanaged &&
      sql`${organisations.id} in (select o.id from ${organisations} o except select m.organisation_id from ${organisationManagers} m)`,
  )
}

export const organisationSearch: SearchSource = {
  kind: 'organisation',
  operation: 'listOrganisations',
  table: organisations,
  where: (q) => contains(searched, q),
  keys: [sql`${organisations.name}`, sql`${organisations.id}`],
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: sql<string>`${organisations.id}::text`,
          title: organisations.name,
          detail: sql<string | null>`coalesce(${organisations.tax_id}, ${organisations.country})`,
          within: sql<null>`null`,
        })
        .from(organisations),
      slice,
    ),
}

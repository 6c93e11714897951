import { checkTaxId } from '../taxes/service.ts'
import type { OrganisationRow } from './queries.ts'

/** Columns that managers and the console see. */
export const withTaxIdState = <Row extends Pick<OrganisationRow, 'tax_id' | 'country'>>(row: Row) => ({
  ...row,
  tax_id_state: checkTaxId(row.tax_id ?? undefined, row.country ?? ''),
})

import { labCard } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { type CachedResponse, toCachedResponse } from '../../../http/cached-response.ts'
import type { LearnerLab } from './learner-lab-queries.ts'
import * as queries from './queries.ts'

/** A lab as visitors see it. Throws `not_found` for drafts. */
export async function describeLab({ db }: Pick<Deps, 'db'>, slug: string) {
  const lab = await queries.findLab(db, { slug })
  if (lab.status === 'draft') throw queries.labNotFound()
  const { flags, points } = await queries.addUpFlags(db, lab.id)
  return {
    ...presentLab(lab, flags),
    points,
    asks_for: lab.extra_fields.map(({ label }) => label),
    downloads: lab.downloads.length,
  }
}

/** Whether the learner still has to enter the extra data that the lab needs. */
export const needsExtraData = ({ extra_fields }: queries.LabRow, learnerLab: LearnerLab | undefined): boolean =>
  extra_fields.length > 0 &&
  (!learnerLab?.extra_data_at ||
    extra_fields.some((field) => field.required && !learnerLab.extra_data[field.name]?.trim()))

/** Public fields of a lab, with its price in minor units; null if it is not sold individually. */
export const presentLab = (lab: queries.LabRow, flags: number) => ({
  ...lab,
  flags,
  price: lab.price_amount === null ? null : { amount: lab.price_amount, currency: lab.price_currency },
})

/** The labs on sale as a cached response, rebuilt when any content changes. */
export const readLabsOnSale = (deps: Pick<Deps, 'db' | 'listen'>): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'labs', async () => {
    const cards = (await queries.listOnSale(deps.db)).map(({ lab, flags }) => presentLab(lab, flags))
    return toCachedResponse(z.array(labCard).parse(cards))
  })

import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import {
  type Brand,
  type BrandPicture,
  type BrandPictures,
  brand,
  flagyard,
  pictureUrl,
  setBrand,
} from '../../../brand.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { pictureOf, printPicture } from './pictures.ts'
import { BRAND_CHANNEL, findBrand, notifyOfBrand, saveBrand } from './queries.ts'

const RETRY_MS = 2_000

/** Reads the brand, and again whenever a process changes it. */
export async function followBrand(deps: Pick<Deps, 'db' | 'listen' | 'log' | 'config'>): Promise<void> {
  const readAgain = () =>
    void applyNewest(deps).catch((error: unknown) => {
      deps.log.warn({ error: String(error) }, 'the brand could not be read')
      setTimeout(readAgain, RETRY_MS).unref()
    })
  setBrand(flagyard)
  await deps.listen(BRAND_CHANNEL, readAgain, readAgain)
  await applyNewest(deps)
}

const currentOf = async (db: Db): Promise<Brand> => (await findBrand(db)) ?? flagyard

/** Of two reads at the same time, the older one may end last. */
async function applyNewest({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const read = await currentOf(db)
  const { logo_print } = read.pictures
  if (read.version >= brand().version)
    setBrand({ ...read, print_logo_url: logo_print && config.publicUrl + pictureUrl(logo_print) })
}

export const readBrand = async ({ db }: Pick<Deps, 'db'>, caller: CurrentUser): Promise<Accepted<'brandSettings'>> => ({
  ...present(await currentOf(db)),
  allowed: allowedAmong({ update: mayCall(operations.updateBrand, caller) }),
})

const present = ({ pictures, ...settings }: Brand) => ({
  ...settings,
  logo_light: pictureUrl(pictures.logo_light),
  logo_dark: pictureUrl(pictures.logo_dark),
  favicon: pictureUrl(pictures.favicon),
  share_picture: pictureUrl(pictures.share_picture),
})

const fields = ['logo_light', 'logo_dark', 'favicon', 'share_picture'] as const

export async function updateBrand(
  deps: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  { logo_light, logo_dark, favicon, share_picture, ...settings }: Output<'brandEdit'>,
): Promise<Accepted<'brandSettings'>> {
  const given = { logo_light, logo_dark, favicon, share_picture }
  const changes: BrandPictures = {}
  for (const field of fields) if (given[field]) changes[field] = await pictureOf(field, given[field])
  if (changes.logo_light) changes.logo_print = await printPicture(changes.logo_light)
  await deps.db.transaction(async (tx) => {
    const before = await currentOf(tx)
    const pictures = { ...before.pictures, ...changes }
    for (const field of fields) if (given[field] === null) delete pictures[field]
    if (!pictures.logo_light) delete pictures.logo_print
    const after = { ...settings, pictures }
    if (!(await saveBrand(tx, after)))
      throw new ApiError('stale_version', 'Another administrator changed the brand in the meantime. Reload it.')
    await notifyOfBrand(tx)
    await recordAudit(tx, {
      ...by,
      action: 'brand.update',
      subject: { type: 'brand', id: 'brand' },
      before: present(before),
      after: present({ ...after, version: after.version + 1 }),
    })
  })
  // This process does not wait for its own notification.
  await applyNewest(deps)
  return readBrand(deps, by.actor)
}

/** A picture of the current brand. Asks the database for one that this process does not know yet. */
export async function findPicture({ db }: Pick<Deps, 'db'>, name: string): Promise<BrandPicture | undefined> {
  const among = ({ pictures }: Brand) => Object.values(pictures).find((picture) => picture.name === name)
  return among(brand()) ?? among(await currentOf(db))
}

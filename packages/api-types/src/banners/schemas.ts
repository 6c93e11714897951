import { z } from 'zod'
import { uuid } from '../contract/fields.ts'

/** SPEC §3. */
export const banner = z.object({ id: uuid, link: z.string().nullable(), content: z.string() })

import { z } from 'zod'
import { email, fullName } from '../contract/fields.ts'

export const contactTopic = z.enum(['problem', 'lesson', 'team', 'security', 'other'])
export type ContactTopic = z.output<typeof contactTopic>

export const contactPayload = z.strictObject({
  name: fullName,
  email,
  topic: contactTopic,
  message: z.string().trim().min(1, 'Write us a few words').max(5000, 'Use at most 5,000 characters'),
  /** No person sees this field: whoever fills it in is a program, and is thanked without a mail. */
  website: z.string().max(500).optional(),
})

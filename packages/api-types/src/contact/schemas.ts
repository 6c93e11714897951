import { z } from 'zod'
import { email, fullName } from '../contract/fields.ts'

export const contactTopic = z.enum(['problem', 'lesson', 'team', 'security', 'other'])
export type ContactTopic = z.output<typeof contactTopic>

export const contactPayload = z.strictObject({
  name: fullName,
  email,
  topic: contactTopic,
  message: z.string().trim().min(1, 'Write us a few words').max(5000, 'Use at most 5,000 characters'),
  /** Honeypot field, hidden from people. If it is filled in, the request is accepted but no mail is sent. */
  website: z.string().max(500).optional(),
})

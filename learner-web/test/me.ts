import type { Me } from '@flagyard/api-types'

/** An answer of `getMe`. */
export const me: Me = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'mara',
  email: 'mara@example.org',
  pending_email: null,
  full_name: 'Mara K',
  roles: ['user'],
  capabilities: [],
  is_active: true,
  activated_at: null,
  country: 'EE',
  company: null,
  links: ['https://mara.example'],
  locale: 'en',
  time_zone: 'Europe/Tallinn',
  email_preferences: { product: false, reminders: true, feedback: true },
  created_at: '2026-01-01T00:00:00.000Z',
}

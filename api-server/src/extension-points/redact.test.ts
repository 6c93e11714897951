import { expect, test } from 'vitest'
import { redactAddress } from './redact.ts'

const ann = 'ann@example.org'

test.each([
  ['Write to ann@example.org.', 'Write to (erased).'],
  ["Asked by 'ann@example.org'", "Asked by '(erased)'"],
  ['<ANN@Example.org>, **ann@example.org**', '<(erased)>, **(erased)**'],
  ['Guests:\n- ann@example.org\n-ann@example.org', 'Guests:\n- (erased)\n-(erased)'],
  ['{"note":"Guests:\\nann@example.org"}', '{"note":"Guests:\\n(erased)"}'],
  ['ann@example.org - by phone', '(erased) - by phone'],
])('an address goes from %j', (text, left) => {
  expect(redactAddress(text, ann)).toBe(left)
})

test.each([
  'joann@example.org',
  'jo.ann@example.org',
  'jo--ann@example.org',
  'jo+ann@example.org',
  "o'ann@example.org",
  'ann@example.org.uk',
  'ann@example.organic',
  'ann@example.org-mail.net',
  'ann@exampleXorg',
])('%s belongs to another person, and remains', (other) => {
  expect(redactAddress(`Write to ${other}.`, ann)).toBe(`Write to ${other}.`)
})

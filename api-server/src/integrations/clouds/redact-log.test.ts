import { expect, test } from 'vitest'
import { redact, redactStages, secretsOf } from './redact-log.ts'

const keyFile = JSON.stringify({
  type: 'service_account',
  project_id: 'lab-1',
  private_key: 'BEGIN\nline-of-the-key\nEND',
})

test('removes every secret from a log line, including whole key files and their lines', () => {
  const secrets = secretsOf(['AKIA-canary-1', 'canary', keyFile])
  expect(redact('aws_iam_user: created with AKIA-canary-1 and canary', secrets)).toBe(
    'aws_iam_user: created with •••••• and ••••••',
  )
  expect(redact('read line-of-the-key of service_account lab-1', secrets)).toBe('read •••••• of service_account lab-1')
})

test('replaces the longer of two secrets first, and leaves short words', () => {
  const secrets = secretsOf(['secret', 'secret-and-more', 'eu-1', ''])
  expect(redact('secret-and-more in eu-1, secret', secrets)).toBe('•••••• in eu-1, ••••••')
})

test('leaves stages without a log unchanged', () => {
  const stage = { name: 'Drawing', state: 'done' as const, started_at: null, ended_at: null, log: [] }
  expect(redactStages([stage], ['canary'])).toEqual([stage])
})

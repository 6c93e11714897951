import { ApiError } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import { HttpError } from 'react-admin'
import { expect, test, vi } from 'vitest'
import { account, courseRow, userLab, userRecord, userRow } from '../../test/answers.ts'
import { type Answers, apiAnswering } from '../../test/openAdmin.tsx'
import { capabilitiesFor } from './access.ts'
import type { Api } from './api.ts'
import { resourceCalls } from './calls.ts'
import { createDataProvider } from './data-provider.ts'

const providing = (answers: Answers) => createDataProvider(apiAnswering(answers))
const firstPage = { pagination: { page: 1, perPage: 25 }, sort: { field: 'id', order: 'ASC' as const } }

test('sends page, sort and filter as ra-data-simple-rest does', async () => {
  const listUsers = vi.fn(() => [userRow('mara')])
  const answer = await providing({ listUsers }).getList('users', {
    filter: { state: 'active' },
    pagination: { page: 3, perPage: 10 },
    sort: { field: 'username', order: 'DESC' },
  })
  expect(listUsers).toHaveBeenCalledWith({
    filter: '{"state":"active"}',
    range: '[20,29]',
    sort: '["username","DESC"]',
  })
  expect(answer).toMatchObject({ total: 1, data: [{ id: 'mara' }], meta: { estimated: false, capped: false } })
})

test('marks estimated totals and lower bounds', async () => {
  const listUsers = async () => ({ data: [userRow('mara')], total: 12_000, estimated: true, capped: true })
  const api: Api = { ...apiAnswering({}), listUsers }
  const answer = await createDataProvider(api).getList('users', firstPage)
  expect(answer).toMatchObject({ total: 12_000, meta: { estimated: true, capped: true } })
})

test('reads many rows by ID in one call', async () => {
  const listCoursesForAdmin = vi.fn(() => [courseRow('aws')])
  const ids = Array.from({ length: 40 }, (_, n) => `course-${n}`)
  await providing({ listCoursesForAdmin }).getMany('courses', { ids })
  expect(listCoursesForAdmin).toHaveBeenCalledWith({ filter: JSON.stringify({ id: ids }), range: '[0,39]' })
})

test('reads a record by its own call, or from the list if there is none', async () => {
  const response = {
    id: '00000000-0000-4000-8000-000000000009',
    course: 'aws',
    course_title: 'Cloud AWS',
    form_id: '00000000-0000-4000-8000-000000000007',
    form: 'After the course',
    form_version: 1,
    week: '2026-11-02',
    quote_as: null,
  }
  const provider = providing({ getUser: userRecord('mara'), listFeedbackResponses: [response] })
  expect((await provider.getOne('users', { id: 'mara' })).data.version).toBe(3)
  expect((await provider.getOne('feedback_responses', { id: response.id })).data.form).toBe('After the course')
  const none = providing({ listFeedbackResponses: [] })
  await expect(none.getOne('feedback_responses', { id: 'gone' })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
})

test('sends the username of a user’s lists as a path parameter or a filter', async () => {
  const listUserSessions = vi.fn(() => [])
  const listVouchers = vi.fn(() => [])
  const provider = providing({ listUserSessions, listVouchers })
  const reference = { ...firstPage, target: 'username', id: 'mara', filter: {} }
  await provider.getManyReference('sessions', reference)
  await provider.getManyReference('vouchers', reference)
  expect(listUserSessions).toHaveBeenCalledWith(expect.objectContaining({ username: 'mara', filter: '{}' }))
  expect(listVouchers).toHaveBeenCalledWith(expect.objectContaining({ filter: '{"username":"mara"}' }))
})

test('sends only changed fields, with the version they are based on', async () => {
  const updateGcpProject = vi.fn(() => account('pool-one', { cloud: 'gcp' }))
  const previousData = account('pool-one', { cloud: 'gcp' })
  await providing({ updateGcpProject }).update('gcp_projects', {
    id: 'pool-one',
    data: { ...previousData, notes: 'Mind the key' },
    previousData,
  })
  expect(updateGcpProject).toHaveBeenCalledWith({
    gcpProjectEdit: { project_id: 'pool-one', version: 1, notes: 'Mind the key' },
  })
})

test('converts field errors to the format of react-admin’s forms', async () => {
  const updateUser = () => {
    throw new ApiError('invalid', 'Look again.', { errors: [{ field: 'email', message: 'This address is taken' }] })
  }
  const previousData = userRecord('mara')
  const saving = providing({ updateUser }).update('users', { id: 'mara', data: { email: 'x@y.z' }, previousData })
  await expect(saving).rejects.toBeInstanceOf(HttpError)
  await expect(saving).rejects.toMatchObject({
    message: 'Look again.',
    status: 422,
    code: 'invalid',
    body: { errors: { email: 'This address is taken' } },
  })
})

test('nuke, extend and reset use their own calls', async () => {
  const nukeAzureSubscription = vi.fn(() => account('s', { cloud: 'azure' }))
  const extendLabAccess = vi.fn(() => userLab())
  const resetLabForUser = vi.fn(() => userLab())
  const labCorrection = { version: 1, reason: 'Ill' }
  const provider = providing({ nukeAzureSubscription, extendLabAccess, resetLabForUser })
  await provider.nuke('azure_subscriptions', { id: 's', data: { confirm: 's' } })
  await provider.extend({ username: 'mara', lab_slug: 'first', days: 7, labCorrection })
  const labRebuild = { deployment_id: '00000000-0000-4000-8000-0000000000d1', reason: 'Broken' }
  await provider.reset({ username: 'mara', lab_slug: 'first', ...labRebuild })
  expect(nukeAzureSubscription).toHaveBeenCalledWith({ subscription_id: 's', nukeConfirmation: { confirm: 's' } })
  expect(extendLabAccess).toHaveBeenCalledWith({ username: 'mara', lab_slug: 'first', days: '7', labCorrection })
  expect(resetLabForUser).toHaveBeenCalledWith({ slug: 'first', id: 'mara', labRebuild })
})

test('rejects operations that the API does not have, with a message', async () => {
  const provider = providing({})
  await expect(provider.create('users', { data: {} })).rejects.toThrow('cannot be added here')
  await expect(provider.update('vouchers', { id: 'one', data: {}, previousData: { id: 'one' } })).rejects.toThrow(
    'cannot be changed here',
  )
  await expect(provider.deleteMany('users', { ids: ['mara'] })).rejects.toThrow('cannot be deleted together')
  await expect(provider.updateMany('users', { ids: ['mara'], data: {} })).rejects.toThrow('cannot be changed together')
})

test('derives the capabilities of an action from its operation', () => {
  expect(capabilitiesFor('edit', 'users')).toEqual(['support', 'owner'])
  expect(capabilitiesFor('nuke', 'aws_accounts')).toEqual(['cloud'])
  expect(capabilitiesFor('list', 'users')).toEqual(['support', 'finance', 'owner'])
  expect(capabilitiesFor('list', 'courses')).toBeUndefined()
})

test('names each list by the last segment of its path', () => {
  const ofOnePerson = ['attempts', 'entitlements', 'progress', 'orders', 'mails', 'sessions']
  const ofContent = [
    ...['outlines', 'lessons', 'course_users', 'course_revisions', 'lab_revisions', 'exam_revisions'],
    'exam_candidates',
    'form_questions',
  ]
  for (const [resource, { list }] of Object.entries(resourceCalls))
    if (![...ofOnePerson, ...ofContent].includes(resource))
      expect(adminOperations[list].path.split('/').at(-1)).toBe(resource)
})

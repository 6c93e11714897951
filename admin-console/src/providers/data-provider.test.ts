import { adminOperations } from '@flagyard/api-types/admin'
import { expect, test, vi } from 'vitest'
import { account, courseRow, userRecord, userRow } from '../../test/answers.ts'
import { type Answers, apiAnswering } from '../../test/openAdmin.tsx'
import { resources } from '../resources.ts'
import { neededCapabilities } from './access.ts'
import { createDataProvider } from './data-provider.ts'
import { resourceCalls } from './resource-calls.ts'

const providing = (answers: Answers) => createDataProvider(apiAnswering(answers), resources)

test('a page is asked for on simple-rest’s wire', async () => {
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
  expect(answer).toMatchObject({ total: 1, data: [{ id: 'mara' }] })
})

test('many rows are one call with their ids', async () => {
  const listCoursesForAdmin = vi.fn(() => [courseRow('aws')])
  await providing({ listCoursesForAdmin }).getMany('courses', { ids: ['aws', 'azure'] })
  expect(listCoursesForAdmin).toHaveBeenCalledWith(expect.objectContaining({ filter: '{"id":["aws","azure"]}' }))
})

test('one row comes from its own call, or from the list where there is none', async () => {
  const provider = providing({ getUser: userRecord('mara'), listCoursesForAdmin: [courseRow('aws')] })
  expect((await provider.getOne('users', { id: 'mara' })).data.version).toBe(3)
  expect((await provider.getOne('courses', { id: 'aws' })).data.slug).toBe('aws')
})

test('only what changed is sent, with the version it was read at', async () => {
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

test('nuke, extend and reset are calls of their own', async () => {
  const nukeAzureSubscription = vi.fn(() => account('s', { cloud: 'azure' }))
  const extendLabAccess = vi.fn()
  const resetLabForUser = vi.fn()
  extendLabAccess.mockReturnValue(null)
  resetLabForUser.mockReturnValue(null)
  const provider = providing({ nukeAzureSubscription, extendLabAccess, resetLabForUser })
  await provider.nuke('azure_subscriptions', 's', { confirm: 's' })
  await provider.extend({ username: 'mara', lab_slug: 'first', days: 7 })
  await provider.reset({ username: 'mara', lab_slug: 'first' })
  expect(nukeAzureSubscription).toHaveBeenCalledWith({ subscription_id: 's', nukeConfirmation: { confirm: 's' } })
  expect(extendLabAccess).toHaveBeenCalledWith({ username: 'mara', lab_slug: 'first', days: '7' })
  expect(resetLabForUser).toHaveBeenCalledWith({ slug: 'first', id: 'mara' })
})

test('what the API does not offer is refused in words', async () => {
  const provider = providing({})
  await expect(provider.create('users', { data: {} })).rejects.toThrow('cannot be added here')
  await expect(provider.update('courses', { id: 'aws', data: {}, previousData: { id: 'aws' } })).rejects.toThrow(
    'cannot be changed here',
  )
  await expect(provider.deleteMany('users', { ids: ['mara'] })).rejects.toThrow('cannot be deleted together')
})

test('every call of the table is one of the contract, and tells who may', () => {
  const calls = resourceCalls(apiAnswering({}), resources)
  for (const resource of Object.values(calls))
    for (const verb of Object.values(resource)) expect(adminOperations).toHaveProperty(verb.name)
  // Pages of bulk work find the way back to their list by it.
  for (const [resource, { list }] of Object.entries(calls))
    expect(adminOperations[list.name].path.split('/').at(-1)).toBe(resource)
  const needed = neededCapabilities(calls)
  expect(needed('edit', 'users')).toEqual(['support', 'owner'])
  expect(needed('nuke', 'aws_accounts')).toEqual(['cloud'])
  expect(needed('list', 'users')).toBeUndefined()
})

test('a resource that names its calls needs nothing else', async () => {
  const change = vi.fn((input: unknown) => input)
  const api = { ...apiAnswering({}), updateSecuritySettings: change } as never
  const provider = createDataProvider(api, [
    { name: 'switches', calls: { list: 'listAudit', update: 'updateSecuritySettings' } },
  ])
  await provider.update('switches', { id: 'x', data: { a: 2, b: 1 }, previousData: { id: 'x', a: 1, b: 1 } })
  expect(change).toHaveBeenCalledWith({ securitySettings: { a: 2 } }, undefined)
  await expect(provider.create('switches', { data: {} })).rejects.toThrow('cannot be added here')
})

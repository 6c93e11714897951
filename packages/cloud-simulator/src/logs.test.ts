import { expect, test } from 'vitest'
import { awsWorld, azureWorld, gcpWorld, TestShell } from '../test/worlds.ts'
import type { LogLine, World } from './world.ts'

const line = (id: string, more: Partial<LogLine>, event: Record<string, unknown> = {}): LogLine => ({
  id,
  at: '2026-11-24T09:00:00Z',
  identity: 'somebody',
  action: id,
  resource: 'something',
  source_ip: '203.0.113.24',
  user_agent: 'test',
  error: null,
  record: 'management',
  kept: true,
  event: { eventName: id, operation: id, userIdentity: {}, ...event },
  ...more,
})
const lines = [line('seen', {}), line('unkept', { kept: false }), line('data', { record: 'data' })]
const withLog = (world: World, log: LogLine[]) => new TestShell({ ...world, log })

test('the trail contains recorded management events only', async () => {
  const shell = withLog(awsWorld, lines)
  expect(await shell.prints("aws cloudtrail lookup-events --query 'Events[].EventName' --output text")).toBe('seen')
})

test('the Azure activity log contains recorded events only, and no directory events', async () => {
  const directory = line('added', {}, { activityDisplayName: 'added' })
  const gone = line('unkept', { kept: false }, { activityDisplayName: 'unkept' })
  const assignment = {
    type: 'azurerm_role_assignment',
    name: 'x',
    attributes: { principal: 'lab-user', role: 'Reader', scope: 'subscription' },
  }
  const shell = withLog({ ...azureWorld, resources: [...azureWorld.resources, assignment] }, [
    ...lines,
    directory,
    gone,
  ])
  expect(await shell.prints("az monitor activity-log list --query '[].operationName.value' -o tsv")).toBe('seen')
  const audits = 'https://graph.microsoft.com/v1.0/auditLogs/directoryAudits'
  expect(await shell.prints(`az rest --url ${audits} --query 'value[].activityDisplayName' -o tsv`)).toBe('added')
})

test('the Google Cloud audit log contains recorded events only', async () => {
  const entries = await withLog(gcpWorld, lines).prints('gcloud logging read --format=json')
  expect(entries).toContain('"seen"')
  expect(entries).not.toContain('"unkept"')
})

test('a session policy limits an assumed role', async () => {
  const shell = new TestShell(awsWorld)
  const taken = (policy: string) =>
    `K=$(aws sts assume-role --role-arn arn:aws:iam::111122223333:role/backup-operator --role-session-name me --external-id contract-7 ${policy} --query 'Credentials.[AccessKeyId,SecretAccessKey,SessionToken]' --output text)`
  const scan = async (policy: string) => {
    await shell.run(taken(policy))
    await shell.run('A=$(echo $K | cut -d" " -f1); B=$(echo $K | cut -d" " -f2); C=$(echo $K | cut -d" " -f3)')
    return shell.prints(
      'AWS_ACCESS_KEY_ID=$A AWS_SECRET_ACCESS_KEY=$B AWS_SESSION_TOKEN=$C aws dynamodb scan --table-name ledger --query Count',
    )
  }
  const only = (action: string) =>
    `--policy '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"${action}","Resource":"*"}}'`
  expect(await scan(only('dynamodb:*'))).toBe('3')
  expect(await scan(only('lambda:*'))).toContain('because no session policy allows the dynamodb:Scan action')
})

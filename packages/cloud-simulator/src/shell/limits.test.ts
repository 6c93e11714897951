import { expect, test } from 'vitest'
import { awsWorld, azureWorld, gcpWorld, TestShell } from '../../test/worlds.ts'
import type { ShellState } from '../world.ts'

const shell = () => new TestShell(awsWorld)

test.each([
  ['a loop without an end', 'while true; do :; done'],
  ['a loop that prints without an end', 'while true; do echo again; done'],
  ['an until that never comes', 'until false; do X=1; done'],
  [
    'loops in loops',
    'for a in 1 2 3 4 5 6 7 8 9; do for b in 1 2 3 4 5 6 7 8 9; do for c in 1 2 3 4 5 6 7 8 9; do :; done; done; done',
  ],
])('%s is stopped after so many commands', async (_, line) => {
  const answer = await shell().run(line)
  expect(answer.output).toContain('Stopped: one line may run 500 commands. Is there a loop without an end?')
  expect(answer.exit).toBe(1)
})

test('stops a fork bomb at a maximum depth, and runs background jobs immediately', async () => {
  expect(await shell().prints(':(){ :|:& };:')).toBe('Stopped: :: maximum recursion depth (50) exceeded.')
  expect(await shell().run('sleep 100 &')).toMatchObject({ output: '', exit: 0 })
})

test('rejects braces that expand to too many words, instead of truncating them', async () => {
  expect(await shell().prints('echo {1..10001} | wc -w')).toBe('Stopped: braces may expand to 10,000 words at most.')
  expect(await shell().prints('echo {1..2000} | wc -w')).toBe('2000')
})

test('a program in a pipe reports too much output', async () => {
  const line = `seq 1 30000 | sed 's/./${'b'.repeat(300)}/g' | wc -c`
  expect(await shell().prints(line)).toMatch(/sed: output size limit exceeded/)
})

test.each([
  ['one command that prints 10 MB', 'seq 1 5000000'],
  [
    'a value that doubles',
    'X=aaaaaaaaaaaaaaaa; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do X=$X$X; done; echo $X',
  ],
  [
    'a file that doubles',
    'echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa > f; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat f f > g; mv g f; done; cat f',
  ],
  ['a filter that makes text', "jq -n '[range(1000000)]'"],
  ['a filter that doubles', `jq -n '"aaaaaaaa" ${'| . + . '.repeat(30)}'`],
  ['a query that names a part again and again', `aws iam list-roles --query '${'[@,@]|'.repeat(30)}@'`],
  [
    'a filter that joins with something long',
    `jq -n '${JSON.stringify('b'.repeat(3000))} as $s | [range(100) | "a"] | join($s) | [range(100) | .] | join($s)'`,
  ],
  [
    'a query over lists of its own, each inside the other',
    `aws iam list-roles --query '${'`[1,2,3,4,5,6,7,8,9]`[?'.repeat(8)}@${']'.repeat(8)}'`,
  ],
  ['a replacement that grows', `X=${'a'.repeat(5000)}; Y=$X$X$X$X; echo \${Y//a/$Y}`],
])('%s is stopped with a sentence', async (_, line) => {
  const { output, exit } = await shell().run(line)
  expect(output).toMatch(/Stopped: |may hold/)
  expect(output.length).toBeLessThan(300_000)
  expect(exit).toBe(1)
})

test('rejects a query that is too long or would return too much, before running it', async () => {
  const asked = async (query: string) => (await shell().run(`aws iam list-roles --query '${query}'`)).output
  const doubled = '[@,@]|'.repeat(25)
  for (const query of [`${doubled}@`, `${doubled}to_string(@)`])
    expect(await asked(query)).toMatch(/Stopped: this query would name the same part too often/)
  expect(await asked(`Roles[].${'a'.repeat(2_000)}`)).toMatch(/A query may have 2000 characters/)
})

test('a query cannot join an answer with itself', async () => {
  expect(await shell().prints("aws iam list-roles --query 'Roles[?length($.Roles[?$.Roles])]'")).toContain(
    'is not in this simulation (Root)',
  )
  expect(await shell().prints("aws iam list-roles --query 'let $r = Roles in Roles[?$r]'")).toContain(
    'is not in this simulation (LetExpression)',
  )
  expect(await shell().prints(`aws iam list-roles --query "pad_left('a', \`100000000\`)"`)).toContain(
    'Unknown function: pad_left()',
  )
})

test('rejects invalid policies and addresses with an explanation', async () => {
  for (const policy of [
    '{"Statement":[{"Effect":"Allow","Action":5,"Resource":{}}]}',
    '{"Statement":[null]}',
    '[]',
    '{"Statement":{"Effect":"Allow","Condition":{"StringEquals":5}}}',
  ])
    expect(
      await shell().prints(
        `aws sts assume-role --role-arn arn:aws:iam::111122223333:role/audit-reader --role-session-name me --policy '${policy}'`,
      ),
    ).toContain('MalformedPolicyDocument')
  expect(await shell().prints("aws ec2 describe-instances --instance-ids '[bad'")).toContain('Invalid JSON received')
  expect(await new TestShell(azureWorld).prints('az rest --url "https://management.azure.com/%E0%A4%A"')).toContain(
    'Nothing of this simulation answers',
  )
})

test('files, variables and history are limited', async () => {
  const one = new TestShell(awsWorld, { files: 1000, file_count: 5, history: 3 })
  expect(await one.prints(`printf '%0900d' 1 > a; printf '%0900d' 1 > b`)).toContain('may hold 1,000 characters')
  expect(
    await new TestShell(awsWorld, { file_count: 5 }).prints('for i in 1 2 3 4 5 6; do echo > f$i; done'),
  ).toContain('This shell keeps 5 files')
  expect(await one.prints(`X=${'x'.repeat(2000)}`)).toContain('hold too much')
  for (let n = 0; n < 9; n++) await one.run('true')
  expect(one.state.history).toHaveLength(3)
  expect(await new TestShell(awsWorld, { line: 100 }).prints(`echo ${'x'.repeat(200)}`)).toBe(
    'A line may have 100 characters.',
  )
})

test('nested commands and nested values have a maximum depth', async () => {
  expect(await shell().prints(`echo ${'$('.repeat(40)}${')'.repeat(40)}`)).toContain('nesting limit exceeded (20)')
  expect(await shell().prints(`jq -n '${'['.repeat(300)}${']'.repeat(300)}'`)).toContain('depth limit exceeded')
  const deep = `for i in 1 2 3 4 5 6 7; do echo; done; printf '%s' '${'['.repeat(7000)}${']'.repeat(7000)}' | jq -c '..' | wc -l`
  expect(await shell().prints(deep)).toMatch(/Stopped|\d+/)
})

test('paths reach files of this shell, and none of the server', async () => {
  const one = shell()
  for (const path of [
    '/etc/passwd',
    '../../../../etc/passwd',
    '/proc/self/environ',
    '~/../../app/package.json',
    './x/../../../../proc/1/cmdline',
  ])
    expect(await one.prints(`cat ${path}`)).toContain('No such file or directory')
  expect(await one.prints('echo x > /etc/passwd')).toContain('Permission denied: you can write only at home')
  expect(await one.prints('echo x > ../../../etc/cron.d/x')).toContain('Permission denied')
  expect(await one.prints('ls /')).toBe('home')
  expect(await one.prints('aws sts assume-role --role-arn file:///etc/passwd --role-session-name x')).toContain(
    'No such file or directory',
  )
  expect(await one.prints('curl file:///etc/passwd')).toContain('Protocol "file" not supported')
  expect(
    await one.prints('curl http://localhost:3000/; curl http://127.0.0.1/; curl http://[::1]:5432/'),
  ).not.toContain('flagyard')
})

test('neither the shell nor its filters see the server’s environment', async () => {
  process.env.SIMULATION_TEST = 'of the server'
  const seen = await shell().prints(
    "env; set; printenv SIMULATION_TEST; echo [$SIMULATION_TEST]; jq -n '$ENV.SIMULATION_TEST, $ENV.PATH'",
  )
  expect(seen).toContain('[]\nnull\n')
  expect(seen).not.toContain('of the server')
  expect(seen).not.toContain(process.env.PATH ?? 'none')
})

test('names that are special in JavaScript are ordinary names', async () => {
  const one = shell()
  expect(
    await one.prints('constructor; toString x; aws constructor x; aws iam toString; az constructor'),
  ).not.toContain('native code')
  expect(await one.prints('echo x > __proto__; cat __proto__; cat constructor')).toContain(
    'x\ncat: constructor: No such file',
  )
  expect(await one.prints("echo '{}' | jq '.constructor, .__proto__'; jq -n 'constructor'")).toContain('null\nnull\n')
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

test('shows terminal control sequences instead of executing them', async () => {
  const one = shell()
  await one.run("printf '\\033]0;title\\007\\033[2J\\033[31mred' > evil")
  for (const line of [
    'cat evil',
    'cat evil >&2; nothing-$(cat evil)',
    'jq -Rs . evil | jq -r .',
    'aws iam get-role --role-name "$(cat evil)"',
    "printf '\\x1b[31m\\xc2\\x9b31m'",
    "echo $'\\u202e'; printf '\\r\\b'",
  ]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters that must not be left.
    expect((await one.run(line)).output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  }
  expect(await one.prints('cat evil')).toBe('^[]0;title^G^[[2J^[[31mred')
  expect(await one.run('clear')).toMatchObject({ clear: true, output: '' })
})

test('rejects keys, sealed sign-ins and tokens of another learner’s account', async () => {
  const other = (world: typeof awsWorld) => ({ ...world, seed: 'the seed of another learner' })
  const theirs = new TestShell(other(awsWorld))
  const token = (
    await theirs.run(
      'aws sts assume-role --role-arn arn:aws:iam::111122223333:role/audit-reader --role-session-name me',
    )
  ).output
  const mine = shell()
  mine.state = { ...mine.state, files: { ...mine.state.files, '/home/learner/t': token } }
  const used = await mine.prints(
    'AWS_ACCESS_KEY_ID=$(jq -r .Credentials.AccessKeyId t) AWS_SECRET_ACCESS_KEY=$(jq -r .Credentials.SecretAccessKey t) AWS_SESSION_TOKEN=$(jq -r .Credentials.SessionToken t) aws sts get-caller-identity',
  )
  expect(used).toContain('InvalidClientTokenId')

  const azure = new TestShell(azureWorld)
  azure.state = { ...azure.state, files: new TestShell(other(azureWorld)).state.files } as ShellState
  expect(await azure.prints('az account show')).toContain("Please run 'az login'")
  const gcp = new TestShell(gcpWorld)
  gcp.state = { ...gcp.state, files: new TestShell(other(gcpWorld)).state.files } as ShellState
  expect(await gcp.prints('gcloud auth print-access-token')).toContain('do not currently have an active account')
})

test('a name written into a shell’s sign-in file has no identity', async () => {
  const forged = (claims: object) => `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.AAAA`
  const azure = new TestShell(azureWorld)
  const identity = await azure.prints("az vm show -n vm-report --query 'identity.principalId' -o tsv")
  await azure.run(`echo '${JSON.stringify({ session: forged({ oid: identity }) })}' > ~/.azure/azureProfile.json`)
  expect(await azure.prints('az account show')).toContain("Please run 'az login'")
  const gcp = new TestShell(gcpWorld)
  const session = forged({ member: 'serviceAccount:deployer@fy-ledger.iam.gserviceaccount.com' })
  await gcp.run(`echo '${JSON.stringify({ session })}' > ~/.config/gcloud/credentials.json`)
  expect(await gcp.prints('gcloud storage ls')).toContain('do not currently have an active account')
})

import {
  type AwsCase,
  allow,
  deny,
  doc,
  everything,
  explicit,
  get,
  HOME,
  noIdentity,
  onlyIf,
  ROLE,
  session,
} from './aws.ts'

const STRING = 'Condition operators: string'
const NUMERIC = 'Condition operators: numeric'
const DATE = 'Condition operators: date'
const BOOL = 'Condition operators: Boolean'
const BINARY = 'Condition operators: binary'
const IP = 'Condition operators: IP address'
const ARN = 'Condition operators: Amazon Resource Name (ARN)'
const EXISTS = 'Condition operators: ...IfExists'
const NULL = 'Condition operators: check existence of condition keys'
const LOGIC = 'Conditions with multiple context keys or values'
const SETS = 'Set operators for multivalued context keys'
const KEYS = 'AWS global condition context keys'

const tag = 'aws:PrincipalTag/team'
const team = (operator: string, value: string | string[], context = {}) =>
  onlyIf({ [operator]: { [tag]: value } }, context)
const keys = (operator: string, value: string[], given?: string[]) =>
  onlyIf({ [operator]: { 'aws:TagKeys': value } }, given ? { 'aws:TagKeys': given } : {})
const number = (operator: string, value: string, given: string) =>
  onlyIf({ [operator]: { 's3:max-keys': value } }, { 's3:max-keys': given })
const time = (operator: string, value: string) =>
  onlyIf({ [operator]: { 'aws:CurrentTime': value } }, { 'aws:CurrentTime': '2026-11-24T10:00:00Z' })
const from = (operator: string, range: string | string[], address: string) =>
  onlyIf({ [operator]: { 'aws:SourceIp': range } }, { 'aws:SourceIp': address })
const source = (operator: string, arn: string) =>
  onlyIf({ [operator]: { 'aws:SourceArn': arn } }, { 'aws:SourceArn': `arn:aws:sns:eu-west-1:${HOME}:alarms` })
const mfa = (operator: string, context = {}) =>
  get(
    {
      identity: [
        everything,
        doc(deny('*', '*', { Condition: { [operator]: { 'aws:MultiFactorAuthPresent': 'false' } } })),
      ],
    },
    { context },
  )
const denied = explicit('an identity-based policy')

export const conditionCases: AwsCase[] = [
  [STRING, 'the same text', team('StringEquals', 'red', { [tag]: 'red' }), true],
  [STRING, 'with regard to case', team('StringEquals', 'red', { [tag]: 'Red' }), noIdentity],
  [STRING, 'without regard to case', team('StringEqualsIgnoreCase', 'red', { [tag]: 'RED' }), true],
  [STRING, 'a star is a star where no pattern is meant', team('StringEquals', 'r*', { [tag]: 'red' }), noIdentity],
  [STRING, 'a star as a pattern', team('StringLike', 'r*', { [tag]: 'red' }), true],
  [STRING, 'a question mark as a pattern', team('StringLike', 'r?d', { [tag]: 'red' }), true],
  [STRING, 'not this text', team('StringNotEquals', 'red', { [tag]: 'blue' }), true],
  [STRING, 'not this text, and it is', team('StringNotEquals', 'red', { [tag]: 'red' }), noIdentity],
  [STRING, 'not this text in any case', team('StringNotEqualsIgnoreCase', 'red', { [tag]: 'RED' }), noIdentity],
  [STRING, 'not like this', team('StringNotLike', 'r*', { [tag]: 'red' }), noIdentity],
  [STRING, 'a key that is missing fits nothing', team('StringEquals', 'red'), noIdentity],
  [STRING, 'a key that is missing is not that text', team('StringNotEquals', 'red'), true],
  [
    STRING,
    'the value may hold a variable',
    onlyIf({ StringEquals: { 'aws:ResourceTag/owner': '${aws:username}' } }, { 'aws:ResourceTag/owner': 'ana' }),
    true,
  ],
  [
    STRING,
    'a variable that holds nothing fits nothing',
    onlyIf({ StringEquals: { 'aws:ResourceTag/team': '${aws:PrincipalTag/team}' } }, { 'aws:ResourceTag/team': '' }),
    noIdentity,
  ],
  [NUMERIC, 'at most', number('NumericLessThanEquals', '10', '10'), true],
  [NUMERIC, 'less than', number('NumericLessThan', '10', '10'), noIdentity],
  [NUMERIC, 'more than, by value and not by letters', number('NumericGreaterThan', '9', '10'), true],
  [NUMERIC, 'at least', number('NumericGreaterThanEquals', '11', '10'), noIdentity],
  [NUMERIC, 'equal, however it is written', number('NumericEquals', '10', '10.0'), true],
  [NUMERIC, 'not equal', number('NumericNotEquals', '10', '11'), true],
  [NUMERIC, 'what is no number fits nothing', number('NumericLessThan', '10', 'many'), noIdentity],
  [DATE, 'after', time('DateGreaterThan', '2026-01-01T00:00:00Z'), true],
  [DATE, 'before', time('DateLessThan', '2026-01-01T00:00:00Z'), noIdentity],
  [DATE, 'at the latest', time('DateLessThanEquals', '2026-11-24T10:00:00Z'), true],
  [DATE, 'in another zone', time('DateEquals', '2026-11-24T11:00:00+01:00'), true],
  [DATE, 'as seconds since 1970', time('DateGreaterThanEquals', '1767225600'), true],
  [DATE, 'not at this moment', time('DateNotEquals', '2026-11-24T10:00:00Z'), noIdentity],
  [BOOL, 'true', onlyIf({ Bool: { 'aws:SecureTransport': 'true' } }, { 'aws:SecureTransport': 'true' }), true],
  [
    BOOL,
    'written without quotes',
    onlyIf({ Bool: { 'aws:SecureTransport': true } }, { 'aws:SecureTransport': 'true' }),
    true,
  ],
  [BOOL, 'false', onlyIf({ Bool: { 'aws:SecureTransport': 'true' } }, { 'aws:SecureTransport': 'false' }), noIdentity],
  [BINARY, 'byte for byte', onlyIf({ BinaryEquals: { key: 'QmluYXJ5' } }, { key: 'QmluYXJ5' }), true],
  [IP, 'an address in the range', from('IpAddress', '203.0.113.0/24', '203.0.113.24'), true],
  [IP, 'an address beside the range', from('IpAddress', '203.0.113.0/24', '203.0.114.24'), noIdentity],
  [IP, 'an address without a length is that one', from('IpAddress', '203.0.113.24', '203.0.113.24'), true],
  [
    IP,
    'one of several ranges, of either family',
    from('IpAddress', ['203.0.113.0/24', '2001:db8:1234:5678::/64'], '2001:db8:1234:5678::1'),
    true,
  ],
  [IP, 'not from this range', from('NotIpAddress', '203.0.113.0/24', '198.51.100.7'), true],
  [IP, 'not from this range, and it is', from('NotIpAddress', '203.0.113.0/24', '203.0.113.1'), noIdentity],
  [IP, 'all addresses', from('IpAddress', '0.0.0.0/0', '198.51.100.7'), true],
  [ARN, 'the same', source('ArnEquals', `arn:aws:sns:eu-west-1:${HOME}:alarms`), true],
  [ARN, 'a star in a part', source('ArnLike', `arn:aws:sns:*:${HOME}:*`), true],
  [ARN, 'equal and like are the same', source('ArnEquals', `arn:aws:sns:*:${HOME}:al*`), true],
  [ARN, 'a star does not go over a colon', source('ArnLike', 'arn:aws:sns:*:alarms'), noIdentity],
  [ARN, 'as text it does', source('StringLike', 'arn:aws:sns:*:alarms'), true],
  [ARN, 'not this one', source('ArnNotEquals', `arn:aws:sns:eu-west-1:${HOME}:alarms`), noIdentity],
  [ARN, 'not like this one', source('ArnNotLike', `arn:aws:sqs:*:${HOME}:*`), true],
  [EXISTS, 'a key that is missing is let through', team('StringEqualsIfExists', 'red'), true],
  [EXISTS, 'a key that is there must fit', team('StringEqualsIfExists', 'red', { [tag]: 'blue' }), noIdentity],
  [EXISTS, 'a deny of what is not there takes effect', mfa('BoolIfExists'), denied],
  [EXISTS, 'without it the deny misses whoever has no key at all', mfa('Bool'), true],
  [
    EXISTS,
    'with it, who has the second factor is let through',
    mfa('BoolIfExists', { 'aws:MultiFactorAuthPresent': 'true' }),
    true,
  ],
  [NULL, 'the key must be missing', onlyIf({ Null: { 'aws:TokenIssueTime': 'true' } }, {}), true],
  [
    NULL,
    'the key must be missing, and is there',
    onlyIf({ Null: { 'aws:TokenIssueTime': 'true' } }, { 'aws:TokenIssueTime': '2026-11-24T10:00:00Z' }),
    noIdentity,
  ],
  [
    NULL,
    'the key must be there',
    onlyIf({ Null: { 'aws:TokenIssueTime': 'false' } }, { 'aws:TokenIssueTime': '2026-11-24T10:00:00Z' }),
    true,
  ],
  [LOGIC, 'one of several values', team('StringEquals', ['red', 'blue'], { [tag]: 'blue' }), true],
  [LOGIC, 'none of several values', team('StringNotEquals', ['red', 'blue'], { [tag]: 'blue' }), noIdentity],
  [
    LOGIC,
    'all keys',
    onlyIf(
      { StringEquals: { [tag]: 'red', 'aws:PrincipalTag/site': 'bern' } },
      { [tag]: 'red', 'aws:PrincipalTag/site': 'ulm' },
    ),
    noIdentity,
  ],
  [
    LOGIC,
    'all operators',
    onlyIf(
      { StringEquals: { [tag]: 'red' }, Bool: { 'aws:SecureTransport': 'true' } },
      { [tag]: 'red', 'aws:SecureTransport': 'true' },
    ),
    true,
  ],
  [
    LOGIC,
    'names of keys count without regard to case',
    onlyIf({ StringEquals: { 'AWS:principaltag/TEAM': 'red' } }, { [tag]: 'red' }),
    true,
  ],
  [SETS, 'all of the request in the list', keys('ForAllValues:StringEquals', ['a', 'b'], ['a', 'b']), true],
  [SETS, 'one of the request not in the list', keys('ForAllValues:StringEquals', ['a', 'b'], ['a', 'c']), noIdentity],
  [SETS, 'all of nothing', keys('ForAllValues:StringEquals', ['a']), true],
  [SETS, 'any of the request in the list', keys('ForAnyValue:StringEquals', ['a', 'b'], ['c', 'b']), true],
  [SETS, 'none of the request in the list', keys('ForAnyValue:StringEquals', ['a', 'b'], ['c']), noIdentity],
  [SETS, 'any of nothing', keys('ForAnyValue:StringEquals', ['a']), noIdentity],
  [SETS, 'patterns', keys('ForAllValues:StringLike', ['cost*'], ['cost-center', 'cost-owner']), true],
  [
    KEYS,
    'the role behind a session',
    onlyIf({ ArnEquals: { 'aws:PrincipalArn': ROLE } }, {}, { principal: session }),
    true,
  ],
  [KEYS, 'the account of the caller', onlyIf({ StringEquals: { 'aws:PrincipalAccount': HOME } }, {}), true],
  [
    KEYS,
    'the kind of the caller',
    onlyIf({ StringEquals: { 'aws:PrincipalType': 'AssumedRole' } }, {}, { principal: session }),
    true,
  ],
  [
    KEYS,
    'the id of a session has its name in it',
    onlyIf({ StringLike: { 'aws:userid': 'AROAREADER:*' } }, {}, { principal: session }),
    true,
  ],
  [KEYS, 'a session has no user name', onlyIf({ Null: { 'aws:username': 'true' } }, {}, { principal: session }), true],
  [
    KEYS,
    'an operator that there is not fits nothing',
    onlyIf({ StringAlmost: { [tag]: 'red' } }, { [tag]: 'red' }),
    noIdentity,
  ],
  [
    KEYS,
    'the organization of the caller',
    get(
      { identity: [doc(allow('s3:*', '*', { Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-a' } } }))] },
      { context: { 'aws:PrincipalOrgID': 'o-b' } },
    ),
    noIdentity,
  ],
]

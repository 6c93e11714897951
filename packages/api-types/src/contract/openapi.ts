import { z } from 'zod'
import { listRange, listSort } from './fields.ts'
import {
  bodyName,
  type ListKeys,
  type Operation,
  pathNames,
  type Rows,
  type SchemaName,
  type SchemaRef,
  successStatus,
} from './operation.ts'
import { problems } from './problem.ts'
import { schemaOf, splitRef } from './schema-of.ts'

type Json = Record<string, unknown>

export function openApiDocument(rows: Rows, { serverUrl, version }: { serverUrl: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const [name, row] of Object.entries(rows)) {
    const path = paths[row.path] ?? {}
    path[row.method.toLowerCase()] = toOperationObject(name, row)
    paths[row.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flagyard API',
      version,
      description:
        'One API for learner-web and admin-console. Errors are problem documents (RFC 9457) with a stable `code`.',
      contact: { name: 'Flagyard', url: `${serverUrl}/contact` },
    },
    servers: [{ url: `${serverUrl}/api/v1` }],
    tags: [...new Set(Object.values(rows).map(tagOf))].map((tag) => ({
      name: tag,
      description: `Calls about ${tag}.`,
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token, valid for minutes' },
      },
      schemas: { ...components(rows), Problem: problemSchema },
    },
  }
}

function toOperationObject(name: string, row: Operation): Json {
  const content = row.returns
    ? { content: { 'application/json': { schema: reference(row.returns, 'output') } } }
    : streamContent(row)
  return {
    operationId: name,
    summary: row.summary,
    description: descriptionOf(row),
    tags: [tagOf(row)],
    ...(row.extension ? { 'x-extension': true } : {}),
    ...(row.auth === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    parameters: [
      ...pathNames(row.path).map((parameter) => pathParameter(parameter)),
      ...queryParameters(row),
      ...idempotencyKeyHeader(row),
    ],
    ...requestBody(row),
    responses: {
      [successStatus(row)]: { description: 'Success', ...content },
      default: {
        description: 'A problem document',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

const pathParameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } })

function queryParameters(row: Operation): Json[] {
  if (row.list) return listParameters(row.list)
  if (!row.query) return []
  const { properties = {} } = jsonSchema(row.query, 'input') as { properties?: Record<string, Json> }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: row.required?.includes(name) ?? false,
    schema,
  }))
}

/** The three query parameters of a list, each a JSON value. */
function listParameters({ filter, sorts, defaultSort }: ListKeys): Json[] {
  const parameter = (name: string, description: string, schema: Json) => ({
    name,
    in: 'query',
    required: false,
    description,
    content: { 'application/json': { schema } },
  })
  return [
    parameter('filter', 'Conditions for the rows.', reference(filter, 'input')),
    parameter('range', 'First and last row, counted from 0.', { ...inlineSchema(listRange), default: [0, 24] }),
    parameter('sort', 'Sort key and direction.', { ...inlineSchema(listSort(sorts)), default: defaultSort }),
  ]
}

const idempotencyKeyHeader = (row: Operation): Json[] =>
  row.idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
    : []

function requestBody(row: Operation): Json {
  if (row.form)
    return {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: reference(row.form, 'input') } },
      },
    }
  if (!row.body) return {}
  return {
    requestBody: {
      required: !row.bodyOptional,
      description: bodyName(row),
      content: { 'application/json': { schema: reference(row.body, 'input') } },
    },
  }
}

function streamContent(row: Operation): Json {
  if (row.stream === 'events') return { content: { 'text/event-stream': { schema: { type: 'string' } } } }
  if (row.stream === 'file') return { content: { 'application/octet-stream': { schema: { type: 'string' } } } }
  return {}
}

function descriptionOf(row: Operation): string {
  const access = {
    public: 'Open to everyone.',
    bearer: 'For any active account; concerns only the caller.',
    admin: 'For administrators.',
  }
  const capability = row.capabilities?.length ? ` Needs the capability ${row.capabilities.join(' or ')}.` : ''
  const hidden = Object.entries(row.readCapabilities ?? {}).map(
    ([field, capabilities]) => ` \`${field}\` needs ${capabilities.join(' or ')}.`,
  )
  const page = row.list ? ' Returns a page with Content-Range.' : ''
  return `${access[row.auth]}${row.allowUnactivated ? ' Also open before activation.' : ''}${capability}${hidden.join('')}${page}`
}

const tagOf = (row: Operation) => row.path.split('/').filter((part) => part && part !== 'admin')[0] ?? 'site'

/** A schema's request and response forms differ (defaults, times), so each is a separate component. */
const componentName = (name: string, io: 'input' | 'output') => (io === 'input' ? `${name}Request` : name)

function reference(ref: SchemaRef, io: 'input' | 'output'): Json {
  const { many, name } = splitRef(ref)
  const one = { $ref: `#/components/schemas/${componentName(name, io)}` }
  return many ? { type: 'array', items: one } : one
}

function components(rows: Rows): Json {
  const found: Json = {}
  const add = (ref: SchemaRef | undefined, io: 'input' | 'output') => {
    if (!ref) return
    const { name } = splitRef(ref)
    found[componentName(name, io)] = jsonSchema(name, io)
  }
  for (const row of Object.values(rows)) {
    for (const ref of [row.body, row.form, row.list?.filter]) add(ref, 'input')
    add(row.returns, 'output')
  }
  return found
}

const jsonSchema = (name: SchemaName, io: 'input' | 'output') => inlineSchema(schemaOf(name), io)

function inlineSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: closeTuples })
  return json
}

/** Tuples allow no further items; some OpenAPI linters require this to be stated. */
function closeTuples({ jsonSchema }: { jsonSchema: Json }) {
  if (!Array.isArray(jsonSchema.prefixItems)) return
  jsonSchema.items = jsonSchema.prefixItems[0]
  jsonSchema.minItems = jsonSchema.maxItems = jsonSchema.prefixItems.length
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problems) },
    detail: { type: 'string', description: 'A sentence for the user' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

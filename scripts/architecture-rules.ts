import { dirname, join } from 'node:path'
import { features } from '../api-server/src/registry/features.ts'

/** One source with what it imports: a path of the repository, or the name of a package. */
export interface Source {
  path: string
  text: string
  imports: string[]
}

/** What lies above must not be imported by what matches `of`. */
const layers: { of: RegExp; not: RegExp; why: string }[] = [
  {
    of: /^packages\/api-types\//,
    not: /^(@flagyard\/|packages\/(auth|ui)\/)/,
    why: 'the contract imports nothing of ours',
  },
  { of: /^packages\/auth\//, not: /^@flagyard\/ui/, why: 'auth and ui know the contract, not each other' },
  { of: /^packages\/ui\//, not: /^@flagyard\/auth/, why: 'auth and ui know the contract, not each other' },
  {
    of: /^learner-web\/src\/lib\//,
    not: /^learner-web\/src\/(app|features|shell)\//,
    why: 'app, features, shell, lib',
  },
  {
    of: /^learner-web\/src\/shell\//,
    not: /^learner-web\/src\/(features|app)\//,
    why: 'app, features, shell, lib',
  },
  {
    of: /^learner-web\/src\/features\//,
    not: /^learner-web\/src\/app\//,
    why: 'app, features, shell, lib',
  },
  {
    of: /^(learner-web\/src\/(?!lib\/)|admin-console\/src\/(?!providers\/)|packages\/(auth|ui)\/)/,
    not: /^ky$/,
    why: 'only lib/ and providers/ know the network',
  },
  {
    of: /^api-server\/src\/(db|integrations|identity|limits|audit-log|mail|jobs|errors)[/.]/,
    not: /^api-server\/src\/(features|http|registry|demo)\//,
    why: 'what lies below features does not know them',
  },
  {
    of: /^api-server\/src\/http\//,
    not: /^api-server\/src\/(features|registry|demo)\//,
    why: 'http lies below features',
  },
  {
    of: /^api-server\/src\/features\/(?!.*routes\.ts$)/,
    not: /^(fastify$|@fastify\/)/,
    why: 'only http/ and routes know HTTP',
  },
  {
    of: /^api-server\/src\/features\//,
    not: /^api-server\/src\/(registry|demo)\//,
    why: 'the registry knows the features',
  },
  {
    of: /^api-server\/src\/features\/(?!.*(queries|-sql|-source)\.ts$)/,
    not: /^(drizzle-orm(\/|$)|pg$)/,
    why: 'only queries.ts (and *-queries.ts, *-sql.ts, *-source.ts) know SQL',
  },
]

/** Reads a source's imports: `import … from`, `export … from` and `import()`, of types too. */
export function sourceOf(path: string, text: string): Source {
  const named = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name)
  return { path, text, imports: named.map((name) => (name.startsWith('.') ? join(dirname(path), name) : name)) }
}

export const againstLayers = (sources: Source[]): string[] => [
  ...queriesAboveService(sources),
  ...againstLayersOf(sources),
]

/** Inside a feature: routes, service, queries. What queries take of another feature is its row types and SQL fragments. */
const queriesAboveService = (sources: Source[]) =>
  sources
    .filter(({ path }) => /(queries|-sql|-source)\.ts$/.test(path) && featureOf(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((one) => featureOf(one) === featureOf(path) && /\/(admin-)?(service|routes)\.ts$/.test(one))
        .map((one) => `${path} imports ${one} (routes, service, queries, db)`),
    )

const againstLayersOf = (sources: Source[]): string[] =>
  sources.flatMap(({ path, imports }) =>
    layers
      .filter(({ of }) => of.test(path))
      .flatMap(({ not, why }) =>
        imports.filter((one) => not.test(one)).map((one) => `${path} imports ${one} (${why})`),
      ),
  )

const names: string[] = features.map(({ name }) => name)
const featureOf = (path: string) => /^api-server\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** 0 at the top. */
function rankOf(feature: string): number {
  const rank = names.indexOf(feature)
  if (rank === -1) throw new Error(`${feature} is not in api-server/src/registry/features.ts`)
  return rank
}

function betweenFeatures(
  sources: Source[],
  isWrong: (from: string, to: string, imported: string) => boolean,
): string[] {
  return sources.flatMap(({ path, imports }) => {
    const from = featureOf(path)
    if (!from) return []
    return imports.flatMap((one) => {
      const to = featureOf(one)
      return to && to !== from && isWrong(from, to, one) ? [`${path} imports ${one}`] : []
    })
  })
}

export const upwardImports = (sources: Source[]) => betweenFeatures(sources, (from, to) => rankOf(to) < rankOf(from))

export const foreignQueries = (sources: Source[]) =>
  betweenFeatures(sources, (_from, _to, imported) => /queries\.ts$/.test(imported))

const ownerOf = new Map<string, string>(
  features.flatMap(({ name, tables }) => tables.map((table) => [table, name] as const)),
)

/** Tables of what lies below all features, by the folder that owns them. */
const sharedTables = new Map([
  ['audit', 'audit-log'],
  ['outbox', 'mail'],
  ['idempotency_keys', 'http'],
  ['rate_limits', 'limits'],
])

/** The tables of the schema, by the name that the code imports them under. */
function tablesOf(sources: Source[]): Map<string, string> {
  const schemas = sources.filter(({ path }) => path.startsWith('api-server/src/db/schema/'))
  const found = schemas.flatMap(({ text }) => [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)])
  return new Map(found.map(([, variable = '', table = '']) => [variable, table]))
}

export const ownerlessTables = (sources: Source[]) =>
  [...tablesOf(sources).values()].filter((table) => !ownerOf.has(table) && !sharedTables.has(table))

/** Which tables a source names: as imported variables, and by name in the SQL it writes itself. */
function usesOf({ text }: Source, tables: Map<string, string>): { table: string; writes: boolean }[] {
  const imported = /import (?:type )?\{([^}]*)\} from '[^']*schema\/index\.ts'/.exec(text)?.[1] ?? ''
  const variables = imported.split(',').map((one) => one.trim())
  return [...tables].flatMap(([variable, table]) => {
    const isWritten = new RegExp(
      `\\.(insert|update|delete)\\(\\s*${variable}\\b|(insert into|update|delete from)\\s+(\\$\\{${variable}\\}|${table}\\b)(?!\\.)`,
    ).test(text)
    const isRead = variables.includes(variable) || new RegExp(`\\b(from|join)\\s+${table}\\b(?!')`).test(text)
    return isWritten || isRead ? [{ table, writes: isWritten }] : []
  })
}

export function foreignWrites(sources: Source[]): string[] {
  const tables = tablesOf(sources)
  return sources.flatMap((source) => {
    const folder = featureOf(source.path) ?? /^api-server\/src\/(\w[\w-]*)\//.exec(source.path)?.[1]
    if (!folder || ['db', 'demo', 'integrations'].includes(folder)) return []
    return usesOf(source, tables)
      .filter(({ table, writes }) => writes && (ownerOf.get(table) ?? sharedTables.get(table)) !== folder)
      .map(({ table }) => `${source.path} writes ${table}`)
  })
}

export function upwardReads(sources: Source[]): string[] {
  const tables = tablesOf(sources)
  return sources.flatMap((source) => {
    const feature = featureOf(source.path)
    if (!feature) return []
    return usesOf(source, tables)
      .filter(({ table }) => rankOf(ownerOf.get(table) ?? feature) < rankOf(feature))
      .map(({ table }) => `${source.path} reads ${table} of ${ownerOf.get(table)}`)
  })
}

/** Circles of files, and of folders side by side. */
export function cycles(sources: Source[]): string[] {
  const files = new Map(sources.map(({ path, imports }) => [path, imports.filter((one) => !one.startsWith('@'))]))
  const folders = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const from = dirname(path)
    for (const one of imports) {
      const to = dirname(one)
      const isFamily = `${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`)
      if (!isFamily && files.has(one)) folders.set(from, (folders.get(from) ?? new Set()).add(to))
    }
  }
  return [...circles(files), ...circles(folders)].map((circle) => circle.join(' → '))
}

/** The strongly connected parts of a graph that have more than one node (Tarjan). */
function circles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string) => {
    const mine = index.size
    index.set(node, mine)
    low.set(node, mine)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? mine, low.get(next) ?? mine))
    }
    if (low.get(node) !== mine) return
    const part = stack.splice(stack.indexOf(node))
    if (part.length > 1) found.push(part)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}

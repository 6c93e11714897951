/** Inserts rows one by one into the embedded database of a folder. Prints each number once it is acknowledged. */
import { sql } from 'drizzle-orm'
import { openEmbeddedDatabase } from '../../src/db/embedded/embedded.ts'

const { db } = await openEmbeddedDatabase(process.argv[2] ?? '')
await db.execute(sql`create table if not exists written (number integer primary key, filler text not null)`)
const { rows } = (await db.execute(sql`select coalesce(max(number), 0) as last from written`)) as unknown as {
  rows: { last: number }[]
}
for (let number = Number(rows[0]?.last) + 1; ; number++) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into written values (${number}, repeat('x', ${(number * 37) % 3_000}))`)
    if (number % 40 === 0) await tx.execute(sql`update written set filler = filler || '.' where number % 7 = 0`)
  })
  if (number % 100 === 0) await db.execute(sql`checkpoint`)
  process.stdout.write(`${number}\n`)
}

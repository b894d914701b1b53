import Sqlite from "better-sqlite3"
import Fastify from "fastify"
import * as figures from "./figures.mjs"

/**
 * Fastify and better-sqlite3, used as their documentation recommends: one prepared query per request, and the service's response
 * schemas.
 */
const db = new Sqlite(process.argv[2])
db.pragma("journal_mode = WAL")
const daysSince = db.prepare(figures.daysSince)

const { components, paths } = await (await fetch(`http://127.0.0.1:${process.argv[3]}/openapi.json`)).json()

/** A schema of the service's document in the form that Fastify encodes fastest: without references, `nullable` for a union with null. */
const plain = ({ $ref, anyOf, items, properties, type }) => {
  if ($ref !== undefined) return plain(components.schemas[$ref.split("/").at(-1)])
  if (anyOf !== undefined) return { ...plain(anyOf[0]), nullable: true }
  if (items !== undefined) return { type, items: plain(items) }
  if (properties === undefined) return { type }
  return { type, properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema)])) }
}

const days = (fallback, minimum, maximum) => ({
  type: "object",
  properties: { days: { type: "integer", default: fallback, minimum, maximum } }
})
const answering = (path, querystring) => ({
  schema: {
    response: { 200: plain(paths[path].get.responses["200"].content["application/json"].schema) },
    ...(querystring === undefined ? {} : { querystring })
  }
})

const app = Fastify()
app.addHook("onRequest", (_request, reply, done) => {
  reply.headers({ ...figures.headers, "content-type": "application/json" })
  done()
})
app.get("/api/metrics", answering("/api/metrics"), () => figures.metrics(figures.localNow(), (date) => daysSince.all(date)))
app.get("/api/series7", answering("/api/series7", days(7, 7, 90)),
  ({ query }) => figures.series(daysSince.all(figures.seriesFrom(figures.localNow(), query.days))))
app.get("/api/revenue", answering("/api/revenue", days(30, 1, 3660)),
  ({ query }) => daysSince.all(figures.revenueFrom(figures.localNow(), query.days)).map(figures.revenueDay))

await app.listen({ host: "127.0.0.1", port: 0 })
process.send(app.server.address().port)
process.once("disconnect", () => process.exit())

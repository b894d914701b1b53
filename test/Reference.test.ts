import { assert, it } from "vitest"
import { referenceOf } from "../scripts/lib/reference.mjs"

const refused = { description: "No such day.", content: { "application/json": { schema: { $ref: "#/components/schemas/not_found" } } } }

const day = {
  type: "object",
  required: ["amount"],
  properties: {
    amount: { type: "number", minimum: 0, maximum: 99, description: "in the shop's currency" },
    note: { type: "string", maxLength: 200, default: "<none>" }
  }
}

const page = referenceOf({
  info: { title: "A shop", version: "1.2.3", description: "One amount a day." },
  tags: [{ name: "admin" }],
  paths: {
    "/api/days/{date}": {
      put: {
        tags: ["admin"],
        operationId: "correct",
        summary: "Enter a day",
        description: "Sets the amount & sends a message.",
        "x-needs": "entry",
        parameters: [{ name: "date", in: "path", required: true, schema: { type: "string" } }],
        requestBody: { required: true, content: { "application/json": { schema: day } } },
        responses: { 200: { description: "Success" }, 404: refused }
      }
    }
  },
  components: { schemas: { not_found: { type: "object", properties: { code: { enum: Array.from({ length: 13 }, (_, n) => n) } } } } }
})

// Rule 6.20.
it("the reference has each operation with its role, parameters, members, bounds and answers, each schema once, and no script", () => {
  for (
    const part of [
      "<section id=\"correct\">",
      "<li><a href=\"#correct\"><b>PUT</b> <code>/api/days/{date}</code></a></li>",
      "role <code>entry</code>",
      "<p>Sets the amount &#38; sends a message.</p>",
      "<b><code>date</code></b> string<p>path</p>",
      "<b><code>amount</code></b> number, 0 to 99<p>in the shop's currency</p>",
      "<b><code>note</code></b> string, at most 200 characters, optional, default <code>&#34;&#60;none&#62;&#34;</code>",
      "<summary>Errors: 404</summary><ul><li><b><code>404</code></b> No such day.",
      "<a href=\"#schema-not_found\">not_found</a></div>",
      "<section id=\"schema-not_found\">",
      "<details><summary>one of 13 values</summary>"
    ]
  ) assert.include(page, part)
  assert.notMatch(page, /<script|undefined/)
})

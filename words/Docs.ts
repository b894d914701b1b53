import type { Words } from "./Words.ts"

/** What the API reference says around the document; the document itself is in English. */
export const docsWords: Words = {
  "docs.page": { zh: "接口文档 · {title}", en: "API reference · {title}" },
  "docs.contents": { zh: "全部接口", en: "Operations" },
  "docs.failed": { zh: "暂时取不到接口文档。", en: "The reference cannot be read for now." },
  "docs.retry": { zh: "重试", en: "Try again" },
  "docs.source": { zh: "由服务自身的声明生成", en: "Made from the service's own declarations" },
  "docs.base": { zh: "地址", en: "Address" },
  "docs.credential": { zh: "凭据", en: "Credential" },
  "docs.credential.text": {
    zh: "标有此项的接口须带上请求头，值为 ADMIN_TOKEN 或带名字的密码；登录后的浏览器用 cookie，不必带。",
    en: "Operations marked so need this request header, with ADMIN_TOKEN or a named token, or a browser's session."
  },
  "docs.needs": { zh: "须带 {header}", en: "Needs {header}" },
  "docs.role": { zh: "角色：{role}", en: "Role: {role}" },
  "docs.parameters": { zh: "参数", en: "Parameters" },
  "docs.body": { zh: "请求体", en: "Request body" },
  "docs.body.optional": { zh: "可省略", en: "may be omitted" },
  "docs.responses": { zh: "响应", en: "Responses" },
  "docs.call": { zh: "调用", en: "Call" },
  "docs.example": { zh: "示例", en: "Example" },
  "docs.schema": { zh: "结构", en: "Schema" },
  "docs.name": { zh: "名称", en: "Name" },
  "docs.in": { zh: "位置", en: "In" },
  "docs.in.query": { zh: "查询", en: "query" },
  "docs.in.path": { zh: "路径", en: "path" },
  "docs.in.header": { zh: "请求头", en: "header" },
  "docs.type": { zh: "类型", en: "Type" },
  "docs.default": { zh: "默认值", en: "Default" },
  "docs.required": { zh: "必填", en: "Required" },
  "docs.optional": { zh: "可省略", en: "optional" },
  "docs.description": { zh: "说明", en: "Description" },
  "docs.yes": { zh: "是", en: "yes" },
  "docs.no": { zh: "否", en: "no" },
  "docs.copy": { zh: "复制", en: "Copy" }
}

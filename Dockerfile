# Both stages are of one Debian release, so that the binding finds the C library it was linked with.
FROM node:24-bookworm AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
# The binding is compiled against the image's own headers: nothing prebuilt, nothing downloaded.
RUN cd node_modules/better-sqlite3 \
  && node /usr/local/lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js rebuild --release --nodedir=/usr/local
COPY . .
RUN npm run build
# The same files as the Nix package: the bundle, the binding with what it needs, and the pages.
RUN mkdir -p /app/dist /app/node_modules/better-sqlite3/build/Release /data \
  && cp -r dist/main.js dist/main.js.map dist/pages /app/dist/ \
  && cp -r config.json package.json /app/ \
  && cp -r node_modules/bindings node_modules/file-uri-to-path /app/node_modules/ \
  && cd node_modules/better-sqlite3 \
  && cp -r LICENSE lib package.json /app/node_modules/better-sqlite3/ \
  && cp build/Release/better_sqlite3.node /app/node_modules/better-sqlite3/build/Release/

FROM node:24-bookworm-slim
COPY --from=build /app /app
COPY --from=build --chown=1000:1000 /data /data
ENV CONFIG_FILE=/app/config.json \
    DATABASE_URL=file:/data/turnover.db \
    HOST=0.0.0.0 \
    LOG_FILE=/data/app.log \
    LOG_LEVEL=info \
    PORT=57778 \
    TZ=Asia/Shanghai
# The image's user `node`. Nothing outside /data is written: the container may be read-only.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 57778
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "require('http').get(`http://127.0.0.1:${process.env.PORT}/api/health`, { headers: { host: (process.env.ALLOWED_HOSTS || '127.0.0.1').split(',')[0].trim() } }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/main.js"]

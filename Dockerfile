FROM node:24-bookworm AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# `--build-arg TURNOVER_COMMIT=$(git rev-parse --short HEAD)` passes the commit, which the image's sources do not contain.
ARG TURNOVER_COMMIT=
RUN npm run build
# The same files as the Nix package: the program, the pages, the programs of tills, and the SQLite binding that its package ships for this machine.
RUN mkdir -p /app/dist /app/node_modules/better-sqlite3/prebuilds /data \
  && cp -r dist/main.js dist/service.js dist/service.js.map dist/commands.js dist/commands.js.map dist/compiled dist/pages dist/pg.mjs dist/tables.mjs dist/holidays.cjs dist/mail.cjs dist/workbook.cjs dist/NOTICE /app/dist/ \
  && cp -r config.json package.json tills /app/ \
  && cd node_modules/better-sqlite3 \
  && cp -r LICENSE lib package.json /app/node_modules/better-sqlite3/ \
  && cp prebuilds/linux-$(node -p process.arch).node /app/node_modules/better-sqlite3/prebuilds/

FROM node:24-bookworm-slim
COPY --from=build /app /app
COPY --from=build --chown=1000:1000 /data /data
ENV CONFIG_FILE=/data/config.json \
    DATABASE_URL=file:/data/turnover.db \
    HOST=0.0.0.0 \
    LOG_FILE=/data/app.log \
    LOG_LEVEL=info \
    MALLOC_ARENA_MAX=1 \
    PORT=57778
# The user `node` of the image. It writes only into /data, so the container may be read-only.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 57778
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "/app/dist/main.js", "ready"]
# The settings are in the volume, where the set-up and the admin page write them: at first they are the shipped ones.
ENTRYPOINT ["sh", "-c", "[ -e \"$CONFIG_FILE\" ] || { cp /app/config.json \"$CONFIG_FILE.new\" && mv \"$CONFIG_FILE.new\" \"$CONFIG_FILE\"; }; exec node --max-semi-space-size=4 --min-semi-space-size=4 /app/dist/main.js \"$@\"", "turnover"]

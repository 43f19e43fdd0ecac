# One image for every process: API (the default command), worker, and the command line with the migration.
#   docker build -t botgauge:0.1.0 .

ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# --- build: TypeScript to JavaScript, with the compiler for it ------------------------------------
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No install scripts: nothing here has to be compiled. Optional packages are what a clone needs to start
# by itself: the compiler, the bundlers, the embedded PostgreSQL, and accelerators that have a fallback.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY scripts ./scripts
COPY libs ./libs
COPY apps ./apps
COPY docs/feeds ./docs/feeds
COPY docs/how-we-count-people.md docs/people.md ./docs/
RUN npm run build

# --- dependencies: what the processes need at run time, and nothing else -------------------------
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# --- the image ------------------------------------------------------------------------------------
FROM ${NODE_IMAGE} AS runtime
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Botgauge" \
      org.opencontainers.image.description="Who visits my websites: people, bots, or AI bots? A self-hosted service that answers from access logs." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

WORKDIR /app
# Nothing is installed in a running container, so the package managers are removed.
# `botgauge` is the command line.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
      /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && ln -s /app/dist/apps/cli/src/main.js /usr/local/bin/botgauge

# Owned by root: the processes read these files and write none.
COPY package.json ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist/node_modules ./dist/node_modules
COPY --from=build /app/dist/libs ./dist/libs
COPY --from=build /app/dist/apps/api ./dist/apps/api
COPY --from=build /app/dist/apps/worker ./dist/apps/worker
COPY --from=build /app/dist/apps/cli ./dist/apps/cli
COPY --from=build /app/dist/apps/dashboard ./dist/apps/dashboard
COPY --from=build /app/dist/docs ./dist/docs

# A worker serves health and metrics on WORKER_PORT; a probe could not use a random port.
# NODE_OPTIONS: a batch makes many objects that live no longer than it; more room for new ones spares
# the collector work.
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=32 \
    HOST=0.0.0.0 \
    PORT=3000 \
    WORKER_PORT=3001
EXPOSE 3000 3001

# The user `node` of the base image, as a number: Kubernetes verifies runAsNonRoot by it.
USER 1000:1000

# Exec form: SIGTERM reaches the process, which handles it itself. Health checks differ between
# processes and stand with them, in docker-compose.yml and deploy/kubernetes.
CMD ["node", "dist/apps/api/src/main.js"]

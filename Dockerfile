# hawser as a container: a worker for studies, or any other command.
#   docker build -t hawser .
#   docker run --rm -e HAWSER_QUEUE_PASSWORD hawser worker --queue redis://host:6379
#   docker run --rm -v "$PWD:/work" hawser study run study.yaml
# A server for the queue: docker run -d -p 6379:6379 redis:7 redis-server --appendonly yes
FROM node:22-slim AS build
WORKDIR /hawser
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.base.json ./
COPY packages packages
COPY validation validation
COPY benchmarks benchmarks
RUN npm ci && npm run -s build:run && npm prune --omit=dev

FROM node:22-slim
COPY --from=build /hawser/node_modules /hawser/node_modules
COPY --from=build /hawser/packages /hawser/packages
COPY --from=build /hawser/package.json /hawser/package.json
WORKDIR /work
USER node
ENTRYPOINT ["node", "/hawser/packages/cli/bin/hawser.mjs"]

# The program is one file, which needs Node and nothing else. `docker build .` makes the image of the server, and
# `docker build --target whatsapp-fake .` that of a fake of WhatsApp's platform, to try the channel with.

FROM node:24-trixie-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build && node tools/release/packages/fake.ts whatsapp-fake.mjs
RUN mkdir /data

# Node and the libraries that it needs: no shell, no package manager, and a user without rights.
FROM gcr.io/distroless/nodejs24-debian13:nonroot AS runtime
COPY LICENSE /app/
USER 65532:65532
STOPSIGNAL SIGTERM

FROM runtime AS whatsapp-fake
COPY --from=build /src/whatsapp-fake.mjs /app/
EXPOSE 8090
ENTRYPOINT ["/nodejs/bin/node", "/app/whatsapp-fake.mjs"]

FROM runtime AS server
LABEL org.opencontainers.image.title="Rollcall" \
  org.opencontainers.image.description="Contacts and broadcasts, exactly accounted for: the server and the command line." \
  org.opencontainers.image.licenses="MIT"
COPY --from=build /src/packages/cli/dist/rollcall.mjs /src/packages/cli/dist/rollcall.mjs.LICENSES.txt /app/
# All that is written: nothing else has to be writable.
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /data
VOLUME /data
ENV ROLLCALL_HOST=0.0.0.0 \
  ROLLCALL_DATABASE_URL=sqlite:/data/rollcall.db
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=90s --start-interval=2s \
  CMD ["/nodejs/bin/node", "/app/rollcall.mjs", "health"]
ENTRYPOINT ["/nodejs/bin/node", "--max-semi-space-size=32", "/app/rollcall.mjs"]
CMD ["serve"]

#!/bin/sh
# Builds the service against Debian's packages, which have Echo 4 in the folder of Echo without a version, and runs it.
set -e
mkdir -p "$DATA/go/src/github.com/labstack/echo"
ln -sfn /usr/share/gocode/src/github.com/labstack/echo "$DATA/go/src/github.com/labstack/echo/v4"
GO111MODULE=off GOFLAGS= GOPATH="$DATA/go:/usr/share/gocode" go build -o "$DATA/service" main.go
exec "$DATA/service"

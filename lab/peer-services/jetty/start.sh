#!/bin/sh
# Compiles the service against Debian's packages and runs it.
set -e
path=$DATA
for jar in jetty9-server jetty9-servlet jetty9-util jetty9-http jetty9-io jetty9-security jackson-core jackson-databind jackson-annotations servlet-api; do
  path=$path:/usr/share/java/$jar.jar
done
javac -d "$DATA" -cp "$path" PetStore.java
exec java -cp "$path" PetStore

// NestJS with its ValidationPipe and @nestjs/throttler, as its guide shows them.
import 'reflect-metadata'
import {
  Body, CanActivate, Catch, Controller, ExceptionFilter, ArgumentsHost, ExecutionContext, Get, HttpException, Injectable, Module,
  NotFoundException, Param, ParseIntPipe, Post, Query, UnauthorizedException, ValidationPipe,
} from '@nestjs/common'
import { APP_GUARD, NestFactory } from '@nestjs/core'
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler'
import { Type } from 'class-transformer'
import { IsEnum, IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from 'class-validator'

enum PetStatus { available = 'available', pending = 'pending', sold = 'sold' }

class CreatePetDto {
  @IsString() @IsNotEmpty() name!: string
  @IsInt() categoryId!: number
  @IsOptional() @IsEnum(PetStatus) status?: PetStatus
}

class ListPetsDto {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit: number = 20
  @IsOptional() @IsEnum(PetStatus) status?: PetStatus
}

const keys = new Set(['peer-key', 'peer-key-2'])

@Injectable()
class ApiKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const [type, token] = context.switchToHttp().getRequest().headers.authorization?.split(' ') ?? []
    if (type !== 'Bearer' || !keys.has(token)) throw new UnauthorizedException('Missing or invalid API key')
    return true
  }
}

@Injectable()
class KeyThrottlerGuard extends ThrottlerGuard {
  protected async getTracker(req: Record<string, any>) {
    return req.headers.authorization ?? req.ip
  }
}

@Injectable()
class PetsService {
  private readonly pets: any[] = []

  list({ limit, status }: ListPetsDto) {
    return this.pets.filter((pet) => !status || pet.status === status).slice(0, limit)
  }
  create(dto: CreatePetDto) {
    const pet = { id: this.pets.length + 1, ...dto }
    this.pets.push(pet)
    return pet
  }
  find(id: number) {
    const pet = this.pets.find((pet) => pet.id === id)
    if (!pet) throw new NotFoundException(`Pet ${id} not found`)
    return pet
  }
}

@Controller('pets')
class PetsController {
  constructor(private readonly pets: PetsService) {}
  @Get() list(@Query() query: ListPetsDto) { return this.pets.list(query) }
  @Post() create(@Body() dto: CreatePetDto) { return this.pets.create(dto) }
  @Get(':petId') get(@Param('petId', ParseIntPipe) petId: number) { return this.pets.find(petId) }
}

@Catch(HttpException)
class ErrorFilter implements ExceptionFilter {
  catch(exception: HttpException, host: ArgumentsHost) {
    const status = exception.getStatus()
    const body = exception.getResponse() as any
    const message = typeof body === 'string' ? body : [body.message].flat().join('; ')
    host.switchToHttp().getResponse().status(status).json({ code: exception.name, message, status })
  }
}

@Module({
  imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 60 }])],
  controllers: [PetsController],
  providers: [
    PetsService,
    { provide: APP_GUARD, useClass: KeyThrottlerGuard },
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
})
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule, { logger: ['error'] })
  app.setGlobalPrefix('v1')
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }))
  app.useGlobalFilters(new ErrorFilter())
  await app.listen(Number(process.env.PORT), '127.0.0.1')
}
void bootstrap()
